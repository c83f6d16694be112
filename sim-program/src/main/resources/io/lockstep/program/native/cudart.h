/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the CUDA runtime share. The runtime keeps the tables of a program (modules,
 * functions, allocations, streams, graphs); everything that touches a device goes through client.h.
 * One lock (ls_lock) protects all tables; ENTER takes it.
 */
#ifndef LOCKSTEP_CUDART_H
#define LOCKSTEP_CUDART_H

#include "client.h"
#include "cudart_types.h"

#define API __attribute__((visibility("default")))

/* The same function under a second name, such as the variant for per-thread default streams. */
#define ALSO(name, other) \
  extern __typeof(name) other __attribute__((alias(#name), visibility("default")))

/* The body of an API function: takes the lock, fails if the device is lost, evaluates, records. */
#define CALL(expression)              \
  do {                                \
    Error call_error = enter(__func__); \
    if (!call_error)                  \
      call_error = (expression);      \
    return leave(call_error);         \
  } while (0)

/* Defines an API function whose body, which follows, is evaluated as CALL does. */
#define ENTRY(name, parameters, arguments)  \
  static Error name##_body parameters;      \
  API Error name parameters {               \
    CALL(name##_body arguments);            \
  }                                         \
  static Error name##_body parameters

/* Leaves the enclosing function with an error. */
#define TRY(expression)               \
  do {                                \
    Error try_error = (expression);   \
    if (try_error)                    \
      return try_error;               \
  } while (0)

#define LEGACY ((Stream *)1)     /* cudaStreamLegacy */
#define PER_THREAD ((Stream *)2) /* cudaStreamPerThread */

/* The stream of a function for per-thread default streams. */
#define OWN(stream) ((stream) ? (stream) : PER_THREAD)

/* Stores a value where the program wants it; the value of the expression is the error. */
#define STORE(place, ...) ((place) ? (*(place) = (__VA_ARGS__), cudaSuccess) : cudaErrorInvalidValue)

/* cudart_errors.c */
/* Takes the lock, connects; the lasting error of the device, or that captures forbid the function. */
Error enter(const char *function);
Error leave(Error error);      /* keeps the thread's last error, releases the lock, returns it */
Error check(int status);       /* the error for a status of client.h */
Error refused(const char *text);     /* says once why a call is refused */
Error unsupported(const char *what); /* says once that this is not supported */
Error refused_by_name(Error error, const char *what); /* as unsupported, with another error */
int any_byte(const void *bytes, size_t count); /* whether one of them is not 0 */
#include "cudart_checks.h"                     /* check_NAME of structures.txt */

/* What the runtime keeps by thread. */
typedef struct {
  Error last;
  int entered; /* whether the thread has called the runtime */
} ThreadState;
ThreadState *thread_state(void);

/* A table that grows: *items becomes large enough for one more. NULL: no memory. */
void *grow(void *items, size_t count, size_t *room, size_t item_bytes);

/* cudart_property.c */
int device_capability(void);
int device_is_amd(void); /* has no compute capability, and one limit for all local memory */
uint64_t device_number(const char *name); /* a field of cudaDeviceProp */
uint64_t device_memory(void);             /* bytes */
size_t shared_limit(void);                /* bytes a block may have, with cudaFuncSetAttribute */

/* cudart_fatbin.c: the PTX in a fat binary, ended by zero and to be freed. */
typedef struct {
  char *text;
  size_t bytes;
  int capability; /* 10 * major + minor */
} Ptx;
Error fatbin_ptx(const void *wrapper, int capability, Ptx *ptx); /* appends it */
int fatbin_linked(const void *wrapper); /* whether it is linked with those of other objects */
/* The PTX in a text, or in a fat binary with or without its wrapper. */
Error image_ptx(const void *image, int capability, Ptx *ptx);

/* cudart_registration.c */
typedef struct {
  const void *wrapper; /* of code of nvcc, or NULL: then the text was loaded by the program */
  Ptx ptx;
  struct ls_program *program; /* NULL until it is built */
  Error error;                /* of the build */
  int capability;
} Module;
struct Function {
  Module *module;
  const void *host; /* address of the host's stub; the function itself if it has none */
  const char *name;
  const struct ls_kernel *kernel; /* NULL until the module is built */
  uint32_t index;
  int allowed_dynamic; /* cudaFuncAttributeMaxDynamicSharedMemorySize, plus 1; 0: not set */
  int carveout;
  uint32_t registers; /* of a thread; 0: not asked for yet */
};
typedef struct {
  Module *module;
  const void *host;
  const char *name;
  size_t bytes;
  uint64_t address;
  void **managed; /* where the program keeps the address of a managed variable, or NULL */
} Variable;
Error function_of(const void *host, Function **function); /* built; by stub or cudaKernel_t */
Error variable_of(const void *host, Variable **variable);
void modules_reset(void); /* all are built anew when they are next needed */
Error module_build(Module *module);
Error module_kernel(Module *module, uint32_t index, Function **function);
const struct ls_variable *module_variable(const Module *module, const char *name);
void module_unload(Module *module); /* one that was loaded; frees it */
uint32_t function_program(const Function *function);
int module_capability(const Function *function);

/* cudart_pool.c: what memory is of which pool. */
typedef struct Pool Pool;
Pool *pool_current(void); /* of the device */
int pool_has_room(const Pool *pool, uint64_t bytes); /* by the size it was made for */
void pool_take(Pool *pool, uint64_t bytes);
void pool_return(Pool *pool, uint64_t bytes);
Error pool_check(const PoolProperties *properties);
Error access_check(const MemAccessDescription *access);
uint64_t pools_idle(void); /* bytes that pools reserve and do not use */
Error synchronized(void); /* waits for all work; pools return what is above their thresholds */
void pools_trim(void);     /* all that are idle, before memory runs out */

/* cudart_allocation.c */
typedef struct {
  uint64_t address;
  uint64_t bytes;
  Pool *pool;   /* NULL: allocated without one */
  int of_graph; /* allocated by a graph, see memory_of_graph */
  int is_range; /* addresses into which memory is mapped; see range_reserve */
} Allocation;
/* A product of sizes; one that overflows is larger than every device's memory. */
static inline uint64_t size_product(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

Error memory_allocate(uint64_t bytes, uint64_t wanted, const char *name, uint64_t *address);
Error memory_free(void *pointer);
Allocation *allocation_of(uint64_t address); /* NULL: none contains the address */
uint64_t memory_used(void);
void memory_reset(void);
/* Counts memory that has no address yet as used, and no longer. */
Error memory_take(uint64_t bytes);
void memory_return(uint64_t bytes);
/* Addresses whose size is changed as memory is mapped there; they do not count as used. */
Error range_reserve(uint64_t *address);
Error range_resize(uint64_t address, uint64_t bytes);
Error range_free(uint64_t address);

/* cudart_memory.c */
Error memory_of_graph(void **pointer, size_t bytes);

/* cudart_region.c: memory of the host that kernels access, too; its pages move as they are used. */
typedef struct Region {
  char *host;
  uint64_t device; /* the same number as host where possible */
  uint64_t bytes;
  int managed; /* otherwise mapped */
  int owned;   /* mapped by us */
  int at_device; /* whether the device has the only copy of all pages */
  size_t pages;
  unsigned char *states; /* by page */
  struct Region *next;
} Region;
Region *region_of(const void *pointer); /* managed or mapped memory; NULL: none */
void *region_host(const void *pointer); /* of an address at the device; others are unchanged */
/* Opens the pages at both ends of other memory, which a region may share, to system calls. */
void region_open(const void *pointer, uint64_t bytes, int written);
Error region_create(uint64_t bytes, int managed, Region **region);
Error region_add(void *host, uint64_t device, uint64_t bytes, Region **region);
Error region_free(Region *region);
/* Brings the host's changes of a range to the device, which reads or writes it next. */
Error region_push(Region *region, const void *pointer, uint64_t bytes);
/* Closes a range that the device writes: once it does, as the driver's own memory may be near. */
void region_take(Region *region, const void *pointer, uint64_t bytes);
Error regions_to_device(void); /* before a launch */
void regions_take(void);       /* after it */
void regions_reset(void);      /* ends all; the host keeps what is its own */

/* cudart_host.c: managed and page-locked memory. */
Error managed_variable(uint64_t address, uint64_t bytes, void **host);
Error managed_free(void *pointer);
int host_is_pinned(const void *pointer);
MemoryLocation location_of(int device); /* -1: the host */
Error memory_prefetch(const void *pointer, MemoryLocation place, unsigned flags, Stream *stream);
Error memory_advise(const void *pointer, int advice, MemoryLocation place);
void managed_reset(void); /* forgets managed memory, whose regions are ended */
/* The device's address of the host's memory in an argument; other values are unchanged. */
uint64_t host_argument(uint64_t value);

/* cudart_copy.c, cudart_fill.c */
Error copy_linear(void *dst, const void *src, size_t bytes, int kind, Stream *stream);
Error copy_box(const Copy3D *copy, Stream *stream);
Error fill_rows(const MemsetParams *fill, Stream *stream);

/* cudart_array.c */
enum { LAYERED_SIDE = 32768, LAYERED_LAYERS = 2048 }; /* at most, as from capability 6.0 on */
struct Array {
  ChannelFormat format;
  Extent extent; /* in elements; 0 for absent dimensions; the depth of a layered one is of layers */
  unsigned flags;
  uint64_t address;
  Array *next;
};
int array_alive(const Array *array);
ChannelFormat format_of_view(int format); /* one of cudaResourceViewFormat but None */
size_t array_element(const Array *array);
size_t array_rows(const Array *array);
size_t array_slices(const Array *array);

/* cudart_function.c */
/* The rule of launches and of queries: whether a block can be launched. */
Error check_block(Function *function, uint64_t threads, size_t dynamic_shared);
Error blocks_per_multiprocessor(Function *function, int threads, size_t dynamic_shared, int *blocks);

/* cudart_launch.c */
typedef struct {
  Function *function;
  Dim3 grid, block;
  size_t dynamic_shared;
  int cooperative;
} LaunchShape;
Error launch(const LaunchShape *shape, void *const *arguments, Stream *stream);
/* Puts the attributes of a launch (CUDA 11.8 and later) into its shape. */
Error launch_attributes(LaunchShape *shape, const LaunchAttribute *attributes, unsigned count);

/* cudart_state.c, cudart_stream.c, cudart_event.c, cudart_capture.c: see cudart_graph.h */
Error stream_number(Stream *stream, uint32_t *number); /* of a stream that receives work */
Error stream_known(Stream *stream, uint32_t *number);  /* of one that is only asked */
Stream *stream_capturing(Stream *stream); /* the stream if it captures, otherwise NULL */
Error stream_settled(Stream *stream);     /* an error for one that captures or does not exist */
Error event_record(Event *event, Stream *stream);
Error event_wait(Event *event, Stream *stream);
Error host_function(const HostNodeParams *host, Stream *stream);

/* Nodes that a capturing stream records instead of executing. */
Error capture_launch(Stream *stream, const LaunchShape *shape, void *const *arguments);
Error capture_copy(Stream *stream, const Copy3D *copy);
Error capture_fill(Stream *stream, const MemsetParams *fill);
Error capture_memory(Stream *stream, int type, void *pointer, size_t bytes);

/* Whether a function may be called by this thread while streams capture, by its name. */
Error capture_permits(const char *function);
/* Whether a call is permitted that captures do not observe; those that forbid it become invalid. */
Error capture_permits_unsafe(void);

#endif
