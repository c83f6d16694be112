/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program's side of the connection to Lockstep, shared by all drivers.
 *
 * Functions return a status of protocol.h; LS_OK is 0. All are thread-safe: each takes the lock,
 * which ls_lock holds over several calls, and messages are sent in the order of the calls. Calls
 * without a result are collected and sent with the next call that waits, or when 64 KiB are there.
 * After a kernel's fault, and when the connection is lost, every function fails at once.
 *
 * Addresses are functional addresses: from 2^47 on, so that none is an address of the host
 * (ls_is_device decides). Streams and events are numbers of the caller's choice; stream 0 is there
 * from the start, event 0 does not exist.
 */
#ifndef LOCKSTEP_CLIENT_H
#define LOCKSTEP_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

/* Connects on first use. In a child of fork whose parent was connected, LS_LOST. */
int ls_connect(uint32_t api);

/* Lets the calls of one thread follow each other directly. Recursive. */
void ls_lock(void);
void ls_unlock(void);

/* The text of this thread's last failed call, such as the log of a build; never NULL. */
const char *ls_message(void);

/* Prints "lockstep: …" to standard error. ls_note says it once per process and text; ls_refuse, too,
   of what a program calls and Lockstep does not do. */
void ls_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void ls_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void ls_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Properties of the device that the program sees, by key; the keys are in DeviceProperties.java. */
const char *ls_property(const char *key, const char *otherwise);
uint64_t ls_number(const char *key, uint64_t otherwise);

/* Memory. The flags are LS_PINNED, LS_HIDDEN; wanted is 0, or an address below 2^47 (memory
   that host and kernels share: the host's stands at the same address, a multiple of 2^40). */
int ls_allocate(uint64_t bytes, uint32_t flags, uint64_t wanted, const char *name, uint64_t *address);
int ls_resize(uint64_t address, uint64_t bytes); /* keeps its contents */
int ls_free(uint64_t address);
int ls_write(uint64_t address, const void *data, uint64_t bytes, uint32_t stream, uint32_t flags);
int ls_read(uint64_t address, void *data, uint64_t bytes, uint32_t stream, uint32_t flags);
int ls_fill(uint64_t address, uint64_t bytes, const void *pattern, uint32_t n, uint32_t stream,
            uint32_t flags);
int ls_copy(uint64_t to, uint64_t from, uint64_t bytes, uint32_t stream, uint32_t flags);
int ls_is_device(const void *pointer);
/* Maps memory of the host at a multiple of 2^40, which ls_allocate takes as the wanted address. Tries
   the windows from *window on (at first LS_FIRST_WINDOW) and sets *window to the next one; NULL if
   none is free. */
#ifndef LS_FIRST_WINDOW /* the thread sanitizer forbids most addresses */
#define LS_FIRST_WINDOW 20
#endif
void *ls_map_window(uint64_t bytes, uint64_t *window);

/* A box of bytes x rows x slices; pitches in bytes between rows and between slices. */
struct ls_box {
  uint64_t bytes, rows, slices;
};
struct ls_pitch {
  uint64_t row, slice;
};
int ls_write_box(uint64_t to, struct ls_pitch to_pitch, const void *from, struct ls_pitch from_pitch,
                 struct ls_box box, uint32_t stream, uint32_t flags);
int ls_read_box(uint64_t from, struct ls_pitch from_pitch, void *to, struct ls_pitch to_pitch,
                struct ls_box box, uint32_t stream, uint32_t flags);
int ls_copy_box(uint64_t to, struct ls_pitch to_pitch, uint64_t from, struct ls_pitch from_pitch,
                struct ls_box box, uint32_t stream, uint32_t flags);

/* Programs. All texts belong to the program. */
enum { LS_READ_ONLY = 1, LS_WRITE_ONLY = 2, LS_READ_WRITE = 3 };
struct ls_parameter {
  uint32_t kind;      /* LS_VALUE to LS_SAMPLER; CUDA: LS_VALUE only */
  uint32_t bytes;     /* size in the argument block */
  uint32_t offset;    /* in the argument block */
  uint32_t space;     /* OpenCL: 0 private, 1 global, 2 constant, 3 local */
  uint32_t access;    /* OpenCL images: LS_READ_ONLY to LS_READ_WRITE; 0: none */
  uint32_t qualifier; /* OpenCL: 1 const, 2 restrict, 4 volatile, 8 pipe */
  char *type, *name;  /* OpenCL; empty if unknown */
};
struct ls_kernel {
  char *name;
  uint32_t count;
  struct ls_parameter *parameters;
  uint32_t required[3];   /* work-group size, or zeros */
  uint32_t hint[3];       /* work-group size hint, or zeros */
  uint32_t most_items;    /* launch bounds, or 0 */
  uint32_t local_bytes;   /* static */
  uint32_t private_bytes; /* of a work-item */
  uint32_t width;         /* lanes that exchange values, or 0 */
  char *attributes;       /* OpenCL; space-separated */
  char *refusal;          /* PTX: why it cannot be launched; empty if it can */
};
struct ls_variable {
  char *name;
  uint64_t bytes, address;
  uint32_t constant; /* 1 for constant memory */
};
struct ls_program {
  uint32_t number;
  uint32_t kernel_count, variable_count;
  struct ls_kernel *kernels;
  struct ls_variable *variables;
  char *log;
};

/* LS_BUILD_FAILED: ls_message has the log. The program is freed by ls_program_free. */
int ls_build(uint32_t language, const char *options, const void *source, uint64_t bytes,
             struct ls_program **program);
/* Compiles parts, each its options and its source with a 0 behind both; ls_check makes no program.
   Errors are those of ls_build. */
int ls_check(uint32_t language, const void *parts, uint64_t bytes);
int ls_link(uint32_t language, const void *parts, uint64_t bytes, struct ls_program **program);
void ls_program_free(struct ls_program *program);
/* Compiles a text (see LS_COMPILE) without loading it. The result and the names of the expressions
   belong to the caller. */
int ls_compile(uint32_t language, const char *options, const void *texts, uint64_t bytes,
               uint32_t expressions, char **result, char **names);

/* Launches. Data of arguments are copied before ls_launch returns. */
struct ls_argument {
  uint32_t kind, bytes;
  const void *data;
};
struct ls_launch {
  uint32_t program, kernel;
  uint64_t groups[3];
  uint32_t block[3];
  uint64_t offset[3];  /* OpenCL's global offset */
  uint32_t last[3];    /* size of the last groups if smaller, or zeros */
  uint32_t dimensions; /* 1 to 3 */
  uint32_t dynamic_local, flags, stream;
  uint32_t count;
  const struct ls_argument *arguments;
};
int ls_launch(const struct ls_launch *launch);

/* A view of memory as an image or texture; rows follow each other without gaps. */
struct ls_texture {
  uint64_t address;
  uint32_t channel, channels; /* LS_CHANNEL_…; 1, 2 or 4 */
  uint32_t width, height, depth;
  uint32_t address_modes[3], filter, normalized; /* LS_ADDRESS_…: 0 is the edge */
  uint32_t border[4];                             /* bits of floats, or of integers */
};
int ls_texture(const struct ls_texture *texture, uint64_t *handle);

/* Streams and events. */
int ls_stream(uint32_t stream, uint32_t flags);
int ls_event(uint32_t what, uint32_t stream, uint32_t event);
/* Nanoseconds of the deterministic clock, now or when the event was recorded or stamped. */
int ls_clock(uint32_t event, uint64_t *nanoseconds);

/* What a kernel needs on the device that the program sees. */
struct ls_occupancy {
  uint32_t registers; /* of a work-item; estimated if no device is seen */
  uint32_t groups;    /* of a compute unit, likewise; 0: none fits, or no items were given */
};
int ls_occupancy(uint32_t program, uint32_t kernel, uint32_t items, uint32_t dynamic_local,
                 struct ls_occupancy *occupancy);

/* Sends what is collected without waiting. */
int ls_flush(void);
/* Waits until everything sent has been executed, and prints what kernels have printed. Returns the
   first error, which stays. */
int ls_sync(void);

#endif
