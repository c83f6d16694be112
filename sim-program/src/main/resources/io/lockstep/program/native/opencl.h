/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lockstep's driver for OpenCL, which an ICD loader opens.
 *
 * Commands are executed in the order of the calls. A command that waits for a user event stays in
 * its queue until that event has a status; commands after it in an in-order queue stay, too. One
 * lock protects all objects; it is released while a callback runs.
 */
#ifndef LOCKSTEP_OPENCL_H
#define LOCKSTEP_OPENCL_H

#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "opencl_types.h"

#define EXPORT __attribute__((visibility("default")))

/* The last parameters of a function that enqueues a command, and how it passes them on. */
#define WAITS cl_uint count, const cl_event *waits, cl_event *event
#define SUBMIT(command) submit(queue, &(command), count, waits, event)

/* Leaves the enclosing function with an error if a condition holds. */
#define FAIL_IF(condition, error) \
  do {                            \
    if (condition) {              \
      return error;               \
    }                             \
  } while (0)

/* The same with the error of an expression, if it is one. */
#define TRY(expression)                          \
  do {                                           \
    cl_int try_error = (expression);             \
    FAIL_IF(try_error != CL_SUCCESS, try_error); \
  } while (0)

/* FAIL_IF for a function that returns an object: stores the error in *error_ret, returns NULL. */
#define NONE_IF(condition, error) FAIL_IF(condition, fail(error_ret, error))

/* A further name of a function. */
#define ALSO(name, other) __typeof__(name) other __attribute__((alias(#name)))

/* Leaves a query's function with its answer: a value, or that many elements of a place's type. */
#define ANSWER(...)                                        \
  do {                                                     \
    __typeof__(__VA_ARGS__) given = (__VA_ARGS__);         \
    return answer(&given, sizeof given, size, to, size_ret); \
  } while (0)
#define ANSWER_LIST(place, count) \
  return answer(place, (count) * sizeof *(place), size, to, size_ret)

enum kind { PLATFORM = 0x4C4B0001, DEVICE, CONTEXT, QUEUE, MEMORY, PROGRAM, KERNEL, EVENT, SAMPLER };

/* The start of every object; the loader wants the table of functions first. */
struct object {
  const void *table;
  enum kind kind;
  int references;
};

extern const void *const dispatch_table[];
extern struct platform the_platform;
extern struct device the_device;

struct platform {
  struct object object;
};
struct device {
  struct object object;
};

struct callback {
  struct callback *next;
  void *function, *data;
  cl_int status; /* of events: the status that is waited for */
};

struct sizes {
  size_t of[3];
};

struct context {
  struct object object;
  cl_property *properties; /* with the zero at the end, or NULL */
  size_t property_count;
  struct callback *at_end;
};

struct queue {
  struct object object;
  cl_context context;
  cl_bitfield properties;
  cl_property *list; /* as given, or NULL */
  size_t list_count;
  uint32_t stream;
  struct command *first, *last; /* commands that wait */
  cl_event barrier;             /* that later commands wait for while it waits, or NULL */
  struct queue *next;           /* of all queues */
};

struct mapping {
  struct mapping *next;
  void *pointer;
  cl_bitfield flags;
  size_t origin[3], region[3]; /* buffers: bytes in the first place */
  uint64_t opened; /* bytes from the pointer on that the host can access; 0 before the execution */
};

struct memory {
  struct object object;
  cl_context context;
  cl_mem parent; /* whose memory it uses, or NULL */
  cl_uint type;
  cl_bitfield flags;
  size_t size, offset; /* offset in the parent */
  void *host;          /* USE_HOST_PTR, or shared virtual memory */
  void *shadow;        /* of mappings, without USE_HOST_PTR */
  uint64_t address;
  struct mapping *mappings;
  int map_count;
  int holds;      /* arguments of kernels that name it, and 1 until it is deleted */
  int map_moving; /* mappings of it and its parts that are not written back yet */
  struct callback *at_end;
  cl_property *properties;
  size_t property_count;
  /* images */
  cl_image_format format;
  cl_image_desc desc;
  size_t texel;
  struct ls_box box; /* row of bytes, rows, slices */
  struct ls_pitch pitch;
  uint64_t handle;
  /* shared virtual memory, which is no object of the program */
  int *pages;          /* by page of the host: mappings that open it; NULL for other memory */
  uint64_t window;     /* bytes of the host that it has mapped at a window's start, or 0 */
  struct memory *next; /* of all */
};

#define BUILD_NONE (-1)
#define BUILD_FAILED (-2)

enum { BINARY_NONE = 0, BINARY_OBJECT = 1, BINARY_LIBRARY = 2, BINARY_EXECUTABLE = 4 };

struct program {
  struct object object;
  cl_context context;
  char *source;  /* empty if it was not made from a source */
  char *options; /* of the last build */
  char *log;
  char *parts; /* each its options and its source, both with a 0 behind them; NULL before a build */
  size_t part_bytes;
  cl_int status; /* BUILD_NONE, BUILD_FAILED or CL_SUCCESS */
  cl_uint binary_type;
  int is_binary;
  struct ls_program *built; /* or NULL */
  int kernels;              /* objects that use it */
};

struct value {
  int set;
  size_t size;
  void *data;     /* LS_VALUE, LS_SAMPLER: copy */
  uint64_t local; /* LS_LOCAL */
  cl_mem memory;  /* LS_POINTER, LS_IMAGE; NULL is allowed for pointers */
  uint64_t offset; /* of a pointer to shared virtual memory, from its start */
};

struct kernel {
  struct object object;
  cl_program program;
  struct ls_program *built; /* of the program when the kernel was created */
  struct ls_kernel *info;
  uint32_t number;
  struct value *values;
};

struct sampler {
  struct object object;
  cl_context context;
  cl_uint normalized, mode, filter;
  cl_property *properties;
  size_t property_count;
};

struct event {
  struct object object;
  cl_context context;
  cl_command_queue queue; /* NULL: a user event */
  cl_uint command;
  cl_int status;
  uint32_t begin, end; /* stamps, 0 if there are none */
  int recorded;        /* whether end is an event of the trace */
  struct callback *callbacks;
};

/* What clEnqueueSVMFree is to free, and the program's function that frees it, or NULL. */
struct release {
  cl_command_queue queue;
  void (*function)(cl_command_queue, cl_uint, void **, void *);
  void *data;
  cl_uint count;
  void *pointers[];
};

/* A command, which is executed at once unless it has to wait. */
struct command {
  cl_uint type;
  cl_mem memory, other;       /* source or only object; target of copies */
  uint64_t from, to;          /* offsets in bytes */
  struct ls_box box;
  struct ls_pitch from_pitch, to_pitch;
  void *host;                 /* data of reads and writes */
  uint8_t pattern[128];
  uint32_t pattern_size;
  struct mapping *mapping;
  struct release *release;
  cl_bool blocking;
  /* kernels */
  cl_kernel kernel;
  struct ls_launch launch;
  struct ls_argument *arguments;
  cl_mem *used; /* by argument */
  /* when it waits */
  cl_command_queue queue;
  cl_event event;
  cl_uint wait_count;
  cl_event *waits;
  struct command *next;
};

/* opencl_platform.c */
void *make(enum kind kind, size_t bytes); /* an object with one reference */
int is(const void *object, enum kind kind);
cl_int error_of(int status);
cl_int answer(const void *value, size_t bytes, size_t size, void *to, size_t *size_ret);
cl_int answer_text(const char *text, size_t size, void *to, size_t *size_ret);
cl_int retain(void *object);
/* Takes a reference away; returns whether it was the last. */
int release(void *object);
void *fail(cl_int *error_ret, cl_int error);
cl_int unsupported(const char *text);
struct sizes most_items_of(void); /* CL_DEVICE_MAX_WORK_ITEM_SIZES */
void lock(void);
void unlock(void);
size_t count_properties(const cl_property *properties);
cl_property *copy_properties(const cl_property *properties, size_t *count);
void run_callbacks(struct callback *list, void *object);
cl_int call_at_end(struct callback **list, void *function, void *data);
void add_callback(struct callback **list, void *function, void *data, cl_int status);

/* opencl_check.c */
/* Checks that a memory object is a buffer (image: an image) of the queue's context. */
cl_int check_memory(cl_command_queue queue, cl_mem memory, int image);
int outside(cl_mem memory, size_t offset, size_t bytes);
/* Whether a fill's pattern has a size of the standard, and divides the bytes and where they start. */
int is_pattern(const void *pattern, size_t size, uint64_t start, size_t bytes);
/* Checks memory flags; further flags may be allowed in addition to those of all functions. */
cl_int check_flags(cl_bitfield flags, cl_bitfield further);
cl_int check_host_pointer(cl_bitfield flags, const void *host);
/* Checks the flags of a sub-buffer or of a buffer's image, and adds those that it inherits. */
cl_int inherit_flags(cl_bitfield *flags, cl_bitfield parent);
/* Checks whether the host may read or write the memory as CL_MAP_READ and CL_MAP_WRITE name it. */
cl_int check_host_access(cl_mem memory, cl_bitfield map_flags);
int repeats(const cl_property *properties); /* whether a name is in the list twice */
int is_device_type(cl_bitfield type);
int shares_memory(cl_mem a, cl_mem b);
/* Replaces pitches of 0 by those without gaps; fails if rows or slices would overlap. */
cl_int complete_pitch(struct ls_box box, size_t row, size_t slice, struct ls_pitch *pitch);
/* Sets the offset of a box; fails if the box does not lie in that many bytes of memory. */
cl_int locate_box(const size_t *origin, struct ls_box box, struct ls_pitch pitch, uint64_t limit,
                  uint64_t *offset);
/* Whether two boxes of the same shape, at two addresses, have a common byte. */
int overlap(struct ls_box box, uint64_t a, struct ls_pitch pitch_a, uint64_t b,
            struct ls_pitch pitch_b);

/* opencl_memory.c, opencl_image.c */
struct ls_box line(size_t bytes); /* the box of a buffer's part */
/* Allocates the memory of an object, at a wanted address or 0; the kind is a part of its name. */
cl_int allocate_memory(cl_mem memory, uint64_t wanted, const char *kind);
int is_part(cl_mem memory); /* whether it is a part of another object of the program */
/* Returns the offset of an image's region and its box in bytes, or UINT64_MAX. */
uint64_t image_part(cl_mem image, const size_t *origin, const size_t *region, struct ls_box *box);
int is_empty(const size_t *region);
size_t texel_bytes(const cl_image_format *format);
int has_slices(cl_uint type); /* whether an image of the type has a slice pitch */
uint64_t box_bytes(struct ls_box box);
struct ls_pitch packed(struct ls_box box);
void *map_memory(cl_mem memory, size_t offset);
cl_mem make_memory(void);
cl_mem map_owner(cl_mem memory); /* whose private copy mappings of the memory share */
void use_memory(cl_mem memory);
void drop_memory(cl_mem memory);
/* Keeps the structure, but not the memory, for an argument of a kernel; NULL is allowed. */
void hold_memory(cl_mem memory);
void unhold_memory(cl_mem memory);

/* opencl_svm.c: shared virtual memory */
/* The memory that has these bytes, or NULL; the lock is held. */
cl_mem shared_at(const void *pointer, uint64_t bytes);
cl_mem shared_below(cl_mem memory); /* whose part or buffer the memory is, or NULL */
/* Let the host access what a mapping of memory has opened, and end it; nothing for other memory. */
void open_shared(cl_mem memory, const struct mapping *mapping);
void close_shared(cl_mem memory, const struct mapping *mapping);
void end_shared(cl_mem memory); /* after the last use of it */
void refuse_shared(const char *what); /* says that the device shares coarse-grained buffers only */
int copy_shared(const struct command *command, uint32_t stream);
int free_shared(const struct release *release);

/* opencl_map.c */
/* Maps a part of a memory object and returns a pointer to it. */
void *map(cl_command_queue queue, struct command *command, cl_bitfield flags, WAITS,
          cl_int *error_ret);
cl_int unmap(cl_command_queue queue, cl_mem memory, void *pointer, cl_uint type, WAITS);
int map_in(struct command *command, uint32_t stream, uint32_t pinned);
int map_out(struct command *command, uint32_t stream, uint32_t pinned);

/* opencl_kernel.c */
void drop_kernel(cl_kernel kernel);
cl_int set_launch(cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
                  const size_t *local, struct command *command);

/* opencl_build.c */
size_t binary_bytes(cl_program program);
void write_binary(cl_program program, char *to);
/* Takes the parts of a binary; returns whether it is one of Lockstep's. */
int read_binary(cl_program program, const char *binary, size_t bytes);

/* opencl_program.c */
cl_program new_program(cl_context context, char *source); /* takes the source */
void drop_program(cl_program program);

/* opencl_queue.c */
cl_int check_waits(cl_command_queue queue, cl_uint count, const cl_event *waits);
cl_int submit(cl_command_queue queue, struct command *command, cl_uint wait_count,
              const cl_event *waits, cl_event *event_ret);
void run_waiting(void);
void drop_queue(cl_command_queue queue);

/* opencl_event.c */
cl_event new_event(cl_context context, cl_command_queue queue, cl_uint command);
void set_status(cl_event event, cl_int status);
void wait_change(void);
void tell_change(void);
void drop_event(cl_event event);
void drop_context(cl_context context);
uint32_t new_number(void);

/* opencl_check.c: says by name what is not supported; the error. */
cl_int refused_by_name(cl_int error, const char *what);
#include "opencl_checks.h" /* check_NAME of structures.txt */

#endif
