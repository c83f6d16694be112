/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executes sequences of calls of captures, which a file has, a call a line, and writes what each
 * answers: CaptureSequencesTest. The calls are of CUDA's runtime, of the driver interface
 * (-DOF_DRIVER) or of HIP's library (-DOF_HIP); each is made by the thread that the line begins with.
 */
#include <pthread.h>

#include "cuda_test.h"

#if defined OF_DRIVER
#define F(name) cu##name
#elif defined OF_HIP
#define F(name) hip##name
#else
#define F(name) cuda##name
#endif

extern int F(StreamIsCapturing)(Stream *, int *), F(StreamEndCapture)(Stream *, Graph **);
extern int F(StreamQuery)(Stream *), F(StreamSynchronize)(Stream *);
extern int F(EventRecord)(Event *, Stream *), F(StreamWaitEvent)(Stream *, Event *, unsigned);
extern int F(EventQuery)(Event *), F(EventSynchronize)(Event *);
extern int F(ThreadExchangeStreamCaptureMode)(int *);
extern int F(GraphGetNodes)(Graph *, GraphNode **, size_t *);
extern int F(GraphMemsetNodeGetParams)(GraphNode *, MemsetParams *);

#ifdef OF_DRIVER
extern int cuInit(unsigned), cuCtxCreate_v2(void **, unsigned, int), cuCtxSetCurrent(void *);
extern int cuMemAlloc_v2(uint64_t *, size_t), cuMemFree_v2(uint64_t), cuCtxSynchronize(void);
extern int cuMemsetD8Async(uint64_t, unsigned char, size_t, Stream *);
extern int cuMemcpyDtoD_v2(uint64_t, uint64_t, size_t), cuStreamCreate(Stream **, unsigned);
extern int cuStreamDestroy_v2(Stream *), cuEventCreate(Event **, unsigned);
extern int cuStreamBeginCapture_v2(Stream *, int);
static int allocate(uint64_t *at) { return cuMemAlloc_v2(at, 64); }
static int release(uint64_t at) { return cuMemFree_v2(at); }
static int fill(uint64_t at, int value, Stream *s) { return cuMemsetD8Async(at, value, 4, s); }
static int copy(uint64_t at) { return cuMemcpyDtoD_v2(at + 8, at, 4); }
static int whole_device(void) { return cuCtxSynchronize(); }
static int make(Stream **s, unsigned flags) { return cuStreamCreate(s, flags); }
static int destroy(Stream *s) { return cuStreamDestroy_v2(s); }
static int make_event(Event **e) { return cuEventCreate(e, 0); }
static int begin(Stream *s, int mode) { return cuStreamBeginCapture_v2(s, mode); }
#else
extern int F(Malloc)(void **, size_t), F(Free)(void *), F(DeviceSynchronize)(void);
extern int F(MemsetAsync)(void *, int, size_t, Stream *), F(Memcpy)(void *, const void *, size_t, int);
extern int F(StreamCreateWithFlags)(Stream **, unsigned), F(StreamDestroy)(Stream *);
extern int F(EventCreateWithFlags)(Event **, unsigned), F(StreamBeginCapture)(Stream *, int);
static int allocate(uint64_t *at) { return F(Malloc)((void **)at, 64); }
static int release(uint64_t at) { return F(Free)((void *)at); }
static int fill(uint64_t at, int value, Stream *s) { return F(MemsetAsync)((void *)at, value, 4, s); }
static int copy(uint64_t at) { return F(Memcpy)((char *)at + 8, (void *)at, 4, 3); }
static int whole_device(void) { return F(DeviceSynchronize)(); }
static int make(Stream **s, unsigned flags) { return F(StreamCreateWithFlags)(s, flags); }
static int destroy(Stream *s) { return F(StreamDestroy)(s); }
static int make_event(Event **e) { return F(EventCreateWithFlags)(e, 0); }
static int begin(Stream *s, int mode) { return F(StreamBeginCapture)(s, mode); }
#endif

#if !defined OF_DRIVER && !defined OF_HIP /* CUDA 13, with data of edges */
extern int cudaStreamUpdateCaptureDependencies(Stream *, GraphNode **, const void *, size_t, unsigned);
extern int cudaGraphNodeGetDependencies(GraphNode *, GraphNode **, void *, size_t *);
#define NO_EDGES NULL,
#else
extern int F(StreamUpdateCaptureDependencies)(Stream *, GraphNode **, size_t, unsigned);
extern int F(GraphNodeGetDependencies)(GraphNode *, GraphNode **, size_t *);
#define NO_EDGES
#endif

enum { STREAMS = 3, EVENTS = 3, THREADS = 2, MOST_NODES = 256 };
static Stream *streams[STREAMS];
static Event *events[EVENTS];
static uint64_t memory;
static void *context;
static FILE *out;

/* 0 to 2: streams of the program, of which the last does not block; P: of the thread; L: legacy */
static Stream *stream_of(char name) {
  return name == 'P' ? (Stream *)2 : name == 'L' ? NULL : streams[name - '0'];
}

static int label(GraphNode *node) {
  MemsetParams params = {0};
  F(GraphMemsetNodeGetParams)(node, &params);
  return params.value & 0xFF;
}

static int smaller(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

/* Nodes by the labels of their fills, each with those that it depends on. */
static void describe(Graph *graph) {
  GraphNode *nodes[MOST_NODES], *of[MOST_NODES];
  size_t count = MOST_NODES;
  int lines[MOST_NODES][2], before[MOST_NODES];
  F(GraphGetNodes)(graph, nodes, &count);
  for (size_t i = 0; i < count; i++) {
    lines[i][0] = label(nodes[i]);
    lines[i][1] = (int)i;
  }
  qsort(lines, count, sizeof *lines, smaller);
  for (size_t i = 0; i < count; i++) {
    size_t edges = MOST_NODES;
    F(GraphNodeGetDependencies)(nodes[lines[i][1]], of, NO_EDGES &edges);
    for (size_t k = 0; k < edges; k++)
      before[k] = label(of[k]);
    qsort(before, edges, sizeof *before, smaller);
    fprintf(out, " %d:", lines[i][0]);
    for (size_t k = 0; k < edges; k++)
      fprintf(out, k ? ",%d" : "%d", before[k]);
  }
}

static void renew(int stream) {
  if (streams[stream])
    destroy(streams[stream]);
  make(&streams[stream], stream == STREAMS - 1);
}

static void perform(const char *call, char a, char b, int number) {
  Stream *s = stream_of(a);
  Graph *graph = NULL;
  uint64_t at;
  int status = -1, mode = number, code = -1;
  if (!strcmp(call, "begin"))
    code = begin(s, number);
  else if (!strcmp(call, "end"))
    code = F(StreamEndCapture)(s, &graph);
  else if (!strcmp(call, "fill"))
    code = fill(memory, number, s);
  else if (!strcmp(call, "record"))
    code = F(EventRecord)(events[b - '0'], s);
  else if (!strcmp(call, "wait"))
    code = F(StreamWaitEvent)(s, events[b - '0'], 0);
  else if (!strcmp(call, "status"))
    code = F(StreamIsCapturing)(s, &status);
  else if (!strcmp(call, "query"))
    code = F(StreamQuery)(s);
  else if (!strcmp(call, "sync"))
    code = F(StreamSynchronize)(s);
  else if (!strcmp(call, "equery"))
    code = F(EventQuery)(events[b - '0']);
  else if (!strcmp(call, "esync"))
    code = F(EventSynchronize)(events[b - '0']);
  else if (!strcmp(call, "drop"))
    code = F(StreamUpdateCaptureDependencies)(s, NULL, NO_EDGES 0, 1);
  else if (!strcmp(call, "device"))
    code = whole_device();
  else if (!strcmp(call, "copy"))
    code = copy(memory);
  else if (!strcmp(call, "mode"))
    code = F(ThreadExchangeStreamCaptureMode)(&mode);
  else if (!strcmp(call, "allocate") && !(code = allocate(&at)))
    release(at);
  else if (!strcmp(call, "destroy")) {
    renew(a - '0');
    code = 0;
  }
  fprintf(out, "%d", code);
  if (!strcmp(call, "status") && !code)
    fprintf(out, " %d", status);
  if (!strcmp(call, "mode"))
    fprintf(out, " %d", mode);
  if (graph)
    describe(graph);
  fprintf(out, "\n");
}

/* One line at a time is handed to its thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char line[64];
static int turn = -1; /* the thread that has the line; -1: none */

static void execute(const char *text) {
  char call[16] = "", a = 'L', b = '0';
  int number = 0, mode = 0;
  Graph *graph;
  sscanf(text, "%*d %15s %c %c %d", call, &a, &b, &number);
  if (strcmp(call, "reset")) {
    perform(call, a, b, number);
    return;
  }
  F(StreamEndCapture)((Stream *)2, &graph);
  F(ThreadExchangeStreamCaptureMode)(&mode);
}

static void *work(void *number) {
#ifdef OF_DRIVER
  cuCtxSetCurrent(context);
#endif
  pthread_mutex_lock(&lock);
  for (;;) {
    while (turn != (int)(intptr_t)number)
      pthread_cond_wait(&changed, &lock);
    if (!*line)
      break;
    execute(line);
    turn = -1;
    pthread_cond_broadcast(&changed);
  }
  turn = -1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void hand(int thread) {
  pthread_mutex_lock(&lock);
  turn = thread;
  pthread_cond_broadcast(&changed);
  while (turn >= 0)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

int main(int count, char **paths) {
  pthread_t threads[THREADS];
  FILE *in = count == 3 ? fopen(paths[1], "r") : NULL;
  out = in ? fopen(paths[2], "w") : NULL;
  if (!out)
    return 2;
#ifdef OF_DRIVER
  cuInit(0);
  cuCtxCreate_v2(&context, 0, 0);
#endif
  if (allocate(&memory))
    return 3;
  for (intptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  while (fgets(line, sizeof line, in)) {
    if (!strncmp(line, "new", 3)) { /* a sequence begins: nothing captures any more */
      for (int i = 0; i < THREADS; i++) {
        strcpy(line, "0 reset");
        hand(i);
      }
      for (int i = 0; i < STREAMS; i++)
        renew(i);
      for (int i = 0; i < EVENTS; i++)
        make_event(&events[i]);
    } else {
      hand(*line - '0');
    }
  }
  *line = 0;
  for (int i = 0; i < THREADS; i++) {
    hand(i);
    pthread_join(threads[i], NULL);
  }
  fclose(out);
  return 0;
}
