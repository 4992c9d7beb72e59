// Buttons that copy, and the contents beside the text where there is room for them.

/** Return the lines to run: of a transcript, what was typed at its prompts. */
function toRun(text) {
  const typed = text.split("\n").filter((line) => /^(>>>|\.\.\.)( |$)/.test(line));
  return typed.length ? typed.map((line) => line.slice(4)).join("\n") : text;
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.body.appendChild(document.createElement("textarea"));
  area.value = text;
  area.select();
  document.execCommand("copy");
  area.remove();
}

function copyButton(code, what) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy ${what}`);
  button.addEventListener("click", async () => {
    await copy(toRun(code.textContent));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return button;
}

for (const code of document.querySelectorAll(".command")) {
  code.after(copyButton(code, code.textContent));
}
for (const pre of document.querySelectorAll("pre")) {
  const around = document.createElement("div");
  around.className = "code";
  pre.replaceWith(around);
  around.append(pre, copyButton(pre, "the code"));
}

// A formula stays on the line of the brackets and marks around it.
for (const formula of document.querySelectorAll("math:not([display])")) {
  const before = formula.previousSibling?.nodeValue?.match(/[(“]$/);
  const after = formula.nextSibling?.nodeValue?.match(/^[).,;:?!’”]+/);
  if (!before && !after) continue;
  const whole = document.createElement("span");
  whole.className = "whole";
  if (before) formula.previousSibling.nodeValue = formula.previousSibling.nodeValue.slice(0, -1);
  if (after) formula.nextSibling.nodeValue = formula.nextSibling.nodeValue.slice(after[0].length);
  formula.replaceWith(whole);
  whole.append(before?.[0] ?? "", formula, after?.[0] ?? "");
}

// What scrolls can be reached by the keyboard.
for (const wide of document.querySelectorAll("pre, .scroll")) {
  new ResizeObserver(() => {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }).observe(wide);
}

const contents = document.querySelector("nav details");
const beside = matchMedia("(min-width: 68rem)");
const show = () => (contents.open = beside.matches);
beside.addEventListener("change", show);
show();
contents.addEventListener("click", (event) => {
  if (event.target.closest("a") && !beside.matches) contents.open = false;
});

// The contents show which section is being read.
const nav = document.querySelector("nav");
const links = new Map([...nav.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
const reading = new IntersectionObserver((headings) => {
  const last = headings.filter((heading) => heading.isIntersecting).at(-1);
  if (!last) return;
  nav.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const link = links.get(last.target.id);
  link.setAttribute("aria-current", "true");
  if (beside.matches) nav.scrollTop = link.offsetTop - nav.clientHeight / 2;
}, { rootMargin: "0px 0px -75% 0px" });
for (const id of links.keys()) reading.observe(document.getElementById(id));
