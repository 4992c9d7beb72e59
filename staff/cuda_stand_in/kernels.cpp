// What kernels compute, computed by the CPU's operators: the device's memory is the host's.
//
// Of each operator torch's own CUDA code runs first: it allocates, chooses streams, and launches
// kernels that do nothing. Then the stream is given the CPU's operator, which fills what the first
// one returned or was to change. Loaded in each process that imports torch: see install.sh.
#include "stand_in.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/cuda/CUDAStream.h>
#include <c10/util/Exception.h>
#include <torch/library.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <unordered_map>

namespace {

using c10::DispatchKey, c10::DispatchKeySet, c10::IValue, c10::OperatorHandle, c10::OperatorName;
using Stack = std::vector<IValue>;

std::unordered_map<OperatorName, std::unique_ptr<c10::SafeKernelFunction>> own;
thread_local bool inside = false;  // what an operator's own code calls is part of that operator

struct Inside {
  Inside() { inside = true; }
  ~Inside() { inside = false; }
};

// Run what a process that only computes would: no autograd, no autocast, no modes.
struct Plainly {
  c10::impl::ExcludeDispatchKeyGuard guard{
      c10::autograd_dispatch_keyset_with_ADInplaceOrView | c10::autocast_dispatch_keyset |
      DispatchKeySet({DispatchKey::Python, DispatchKey::PythonTLSSnapshot})};
};

// As the CPU sees it. A number in host memory is read at a kernel's launch, whenever that runs.
at::Tensor on_host(const at::Tensor& t, bool later = false) {
  if (!t.defined()) return t;
  if (!t.is_cuda()) return later && !t.dim() ? t.clone() : t;
  auto options = t.options().device(at::kCPU).pinned_memory(false);
  if (!t.numel()) return at::empty_strided(t.sizes(), t.strides(), options);
  return at::from_blob(t.data_ptr(), t.sizes(), t.strides(), options);
}

IValue on_host(const IValue& v, const at::Generator& generator, bool later) {
  if (v.isTensor()) return on_host(v.toTensor(), later);
  if (v.isTensorList()) {
    c10::List<at::Tensor> all;
    for (const at::Tensor& t : v.toTensorVector()) all.push_back(on_host(t, later));
    return all;
  }
  if (v.isOptionalTensorList()) {
    c10::List<std::optional<at::Tensor>> all;
    for (const std::optional<at::Tensor>& t : v.toOptionalTensorList().vec())
      all.push_back(t ? std::optional(on_host(*t, later)) : t);
    return all;
  }
  if (v.isGenerator()) return generator;
  if (v.isDevice()) return at::Device(at::kCPU);
  return v;
}

std::vector<at::Tensor> tensors_of(const IValue& v) {
  if (v.isTensor()) return {v.toTensor()};
  return v.isTensorList() ? v.toTensorVector() : std::vector<at::Tensor>{};
}

Stack compute(const OperatorHandle& op, Stack arguments) {
  Plainly plainly;
  try {
    op.callBoxed(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "CUDA stand-in: %s: %.200s\n", op.operator_name().name.c_str(),
                 error.what());
    std::abort();  // results would be wrong
  }
  return arguments;
}

void run(void* work) {
  std::unique_ptr<std::function<void()>> call(static_cast<std::function<void()>*>(work));
  (*call)();
}

// The CPU's generator for what a CUDA generator is to draw next.
at::Generator generator_for(const IValue& given) {
  auto drawn = given.isGenerator() ? given.toGenerator()
                                   : at::globalContext().defaultGenerator(at::Device(at::kCUDA, 0));
  return at::detail::createCPUGenerator(drawn.current_seed() + 1000003 * drawn.get_offset());
}

// Whether the runtime alone moves the data of this copy.
bool is_plain_copy(const at::Tensor& to, const at::Tensor& from) {
  return to.dtype() == from.dtype() && to.is_contiguous() && from.is_contiguous() &&
         to.sizes() == from.sizes();
}

void operate(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  // What these return is as large as the data say: there is nothing for torch's own code to run.
  static const std::set<std::string> sized_by_data = {"aten::nonzero", "aten::masked_select",
                                                      "aten::_unique2"};
  const std::string& name = op.operator_name().name;
  const auto& schema = op.schema();
  const size_t taken = schema.arguments().size(), returned = schema.returns().size();
  Stack arguments(stack->end() - taken, stack->end());
  cudaStream_t stream = c10::cuda::getCurrentCUDAStream().stream();

  if (sized_by_data.count(name) && op.operator_name().overload_name != "out") {
    cudaStreamSynchronize(stream);
    for (IValue& argument : arguments) argument = on_host(argument, {}, false);
    stack->erase(stack->end() - taken, stack->end());
    for (const IValue& v : compute(op, arguments)) stack->push_back(v.toTensor().to(at::kCUDA));
    return;
  }
  if (inside) return own.at(op.operator_name())->callBoxed(op, keys, stack);

  at::Generator generator;
  for (size_t i = 0; i < taken; i++)
    if (schema.arguments()[i].name() == "generator")
      arguments[i] = generator = generator_for(arguments[i]);
  {
    Inside guard;
    own.at(op.operator_name())->callBoxed(op, keys, stack);
  }
  bool waits = false;  // for numbers that the host gets, and for copies that the host takes part in
  if (name == "aten::copy_") {
    const at::Tensor &to = arguments[0].toTensor(), &from = arguments[1].toTensor();
    waits = !to.is_cuda() || !from.is_cuda();
    if (waits && is_plain_copy(to, from)) return;
  }
  std::vector<at::Tensor> results;
  for (size_t i = stack->size() - returned; i < stack->size(); i++) {
    waits = waits || tensors_of((*stack)[i]).empty();
    for (const at::Tensor& t : tensors_of((*stack)[i])) results.push_back(on_host(t));
  }
  for (IValue& argument : arguments) argument = on_host(argument, generator, !waits);
  auto fill = [op, arguments, results, returned] {
    Stack computed = compute(op, arguments);
    auto result = results.begin();
    for (size_t i = 0; i < returned; i++)
      for (const at::Tensor& t : tensors_of(computed[i])) {
        Plainly plainly;
        if (result->defined() && result->sizes() == t.sizes() && !result->is_alias_of(t) &&
            result->numel() && result->data_ptr() != t.data_ptr())
          result->copy_(t);
        ++result;
      }
    return computed;
  };
  if (!waits) return stand_in_computes(stream, run, new std::function<void()>(fill));
  cudaStreamSynchronize(stream);
  Stack computed = fill();
  for (size_t i = 0; i < returned; i++)
    if (tensors_of(computed[i]).empty()) (*stack)[stack->size() - returned + i] = computed[i];
}

bool computes(const OperatorHandle& op) {
  static const std::set<std::string> left = {
      "as_strided", "_local_scalar_dense", "record_stream", "is_pinned", "_pin_memory",
      "is_set_to", "_reshape_alias", "view", "unfold", "_fused_sdp_choice", "resize_"};
  const std::string& name = op.operator_name().name;
  if (name.rfind("aten::", 0) || !name.compare(6, 5, "empty") || !name.compare(6, 4, "set_") ||
      left.count(name.substr(6)))
    return false;
  for (const auto& result : op.schema().returns())
    if (result.alias_info() && !result.alias_info()->isWrite()) return false;  // a view
  return true;
}

struct Quiet : c10::WarningHandler {
  void process(const c10::Warning&) override {}
};

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  Quiet quiet;  // of kernels that are replaced
  c10::WarningUtils::WarningHandlerGuard guard(&quiet);
  auto& dispatcher = c10::Dispatcher::singleton();
  auto names = dispatcher.getRegistrationsForDispatchKey(DispatchKey::CUDA);
  names.push_back({"aten::copy_", ""});
  for (const auto& name : names) {
    auto op = dispatcher.findSchema(name);
    if (!op || !computes(*op)) continue;
    own[name] = std::make_unique<c10::SafeKernelFunction>(
        op->getComputedKernelForDispatchKey(DispatchKey::CUDA));
    std::string full = name.name.substr(6);
    if (!name.overload_name.empty()) full += "." + name.overload_name;
    library.impl(full.c_str(), torch::CppFunction::makeFromBoxedFunction<&operate>());
  }
}

}  // namespace
