/* libcudart.so: processes, streams and events. Each stream is a thread that works in order. */
#define _GNU_SOURCE
#include "runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static pid_t started_in;

cudaError_t stand_in_start(const char *call) {
  const char *log = getenv("CUDA_STAND_IN_LOG");
  pid_t here = getpid(), before = started_in;
  if (before == here) return cudaSuccess;
  if (!before) started_in = here;
  FILE *file = log ? fopen(log, "a") : NULL;
  if (file) {
    fprintf(file, before ? "%d: %s, in a fork of %d, which had started CUDA\n" : "%d: %s\n", here,
            call, before);
    fclose(file);
  }
  return before ? stand_in_fail(cudaErrorInitializationError) : cudaSuccess;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void wait_until(double when) {
  for (double left; (left = when - now()) > 0;)
    if (left > 1e-4) usleep((useconds_t)((left - 1e-4) * 1e6));
}

/* Streams. A job that computes may begin before the time that those before it take is over:
 * the device is slower than the CPU. Whatever else sees the device waits for that time first. */

typedef void (*Run)(void *);
struct job {
  Run run;
  void *data;
  double seconds;
  int computes;
  struct job *next;
};
struct CUstream_st {
  struct job *first, *last;
  unsigned long given, done;
  double due; /* when what was begun will have taken its time */
  int priority;
  struct CUstream_st *next;
};
static struct CUstream_st *streams;
static cudaStream_t null_stream;

static void *serve(void *stream) {
  cudaStream_t s = stream;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!s->first) pthread_cond_wait(&changed, &lock);
    struct job *job = s->first;
    pthread_mutex_unlock(&lock);
    if (!job->computes) wait_until(s->due);
    double t = now();
    s->due = (s->due > t ? s->due : t) + job->seconds;
    if (job->run) job->run(job->data);
    pthread_mutex_lock(&lock);
    s->first = job->next;
    if (!s->first) s->last = NULL;
    s->done++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    free(job);
  }
  return NULL;
}

static cudaStream_t new_stream(int priority) {
  cudaStream_t s = calloc(1, sizeof *s);
  pthread_t thread;
  s->priority = priority;
  pthread_create(&thread, NULL, serve, s);
  pthread_detach(thread);
  s->next = streams;
  return streams = s;
}

static cudaStream_t stream_of(cudaStream_t s) {
  if (s && s != cudaStreamLegacy && s != cudaStreamPerThread) return s;
  if (!null_stream) null_stream = new_stream(0);
  return null_stream;
}

void stand_in_give(cudaStream_t s, Run run, void *data, double seconds, int computes) {
  struct job *job = malloc(sizeof *job);
  *job = (struct job){run, data, seconds, computes, NULL};
  pthread_mutex_lock(&lock);
  s = stream_of(s);
  if (s->last) s->last->next = job;
  else s->first = job;
  s->last = job;
  s->given++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

void stand_in_takes(cudaStream_t s, double seconds) { stand_in_give(s, NULL, NULL, seconds, 1); }
void stand_in_computes(cudaStream_t s, Run run, void *data) { stand_in_give(s, run, data, 0, 1); }

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int priority) {
  START;
  pthread_mutex_lock(&lock);
  *s = new_stream(priority);
  pthread_mutex_unlock(&lock);
  return 0;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags) {
  return cudaStreamCreateWithPriority(s, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t *s) { return cudaStreamCreateWithPriority(s, 0, 0); }
cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority) {
  *priority = stream_of(s)->priority;
  return 0;
}
cudaError_t cudaStreamQuery(cudaStream_t s) {
  START;
  pthread_mutex_lock(&lock);
  s = stream_of(s);
  int busy = s->done < s->given || s->due > now();
  pthread_mutex_unlock(&lock);
  return busy ? cudaErrorNotReady : 0;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s) {
  START;
  pthread_mutex_lock(&lock);
  s = stream_of(s);
  unsigned long until = s->given;
  while (s->done < until) pthread_cond_wait(&changed, &lock);
  double due = s->due;
  pthread_mutex_unlock(&lock);
  wait_until(due);
  return 0;
}
cudaError_t cudaDeviceSynchronize(void) {
  START;
  for (cudaStream_t s = streams; s; s = s->next) cudaStreamSynchronize(s);
  return 0;
}

static const enum cudaStreamCaptureStatus NO_CAPTURE = cudaStreamCaptureStatusNone;
cudaError_t cudaStreamIsCapturing(cudaStream_t s, enum cudaStreamCaptureStatus *status) {
  *status = NO_CAPTURE;
  return 0;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **nodes, const cudaGraphEdgeData **edges,
                                     size_t *count) {
  *status = NO_CAPTURE;
  return 0;
}

/* Events: each record is the moment at which its stream has come to it. */

struct moment { double at; int come; };
struct CUevent_st { struct moment *recorded; };

static void come(void *data) {
  struct moment *moment = data;
  pthread_mutex_lock(&lock);
  moment->at = now();
  moment->come = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}
static void await(void *data) {
  struct moment *moment = data;
  pthread_mutex_lock(&lock);
  while (!moment->come) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags) {
  START;
  *e = calloc(1, sizeof **e);
  return 0;
}
cudaError_t cudaEventCreate(cudaEvent_t *e) { return cudaEventCreateWithFlags(e, 0); }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) {
  START;
  e->recorded = calloc(1, sizeof *e->recorded); /* kept: a stream may still wait for the last */
  stand_in_give(s, come, e->recorded, 0, 0);
  return 0;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned flags) {
  return cudaEventRecord(e, s);
}
cudaError_t cudaEventQuery(cudaEvent_t e) {
  START;
  return e->recorded && !e->recorded->come ? cudaErrorNotReady : 0;
}
cudaError_t cudaEventSynchronize(cudaEvent_t e) {
  START;
  if (e->recorded) await(e->recorded);
  return 0;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags) {
  START;
  if (e->recorded) stand_in_give(s, await, e->recorded, 0, 0);
  return 0;
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t a, cudaEvent_t b) {
  if (!a->recorded || !b->recorded) return stand_in_fail(cudaErrorInvalidResourceHandle);
  if (!a->recorded->come || !b->recorded->come) return stand_in_fail(cudaErrorNotReady);
  *milliseconds = (float)((b->recorded->at - a->recorded->at) * 1e3);
  return 0;
}
