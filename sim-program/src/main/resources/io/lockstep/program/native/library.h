/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What Lockstep's libraries of kernels share (blas*.c, rand*.c). They use the runtime that the
 * program has loaded, as any other code of the program would: their kernels are launches of it.
 */
#ifndef LOCKSTEP_LIBRARY_H
#define LOCKSTEP_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#define API __attribute__((visibility("default")))

/* The same function under a second name. */
#define ALSO(name, other) \
  extern __typeof(name) other __attribute__((alias(#name), visibility("default")))

typedef struct Stream Stream;
typedef struct {
  unsigned x, y, z;
} Dim3;

/* Functions of the runtime; 0 is success. */
enum { HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2, COPY_DEFAULT = 4 };
extern int cudaMalloc(void **pointer, size_t bytes);
extern int cudaFree(void *pointer);
extern int cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, Stream *stream);
extern int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t height, int kind, Stream *stream);
extern int cudaStreamSynchronize(Stream *stream);
extern int cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments,
                            size_t dynamic_shared, Stream *stream);

/* Kernels in OpenCL C, compiled when the first of them is launched. */
enum { KERNELS = 24 };
typedef struct {
  uint32_t magic, version; /* as of a fat binary, see cudart_registration.c */
  const char *text, *options;
  const char *names[KERNELS];
  char keys[KERNELS]; /* whose addresses stand for the kernels */
  int registered;
} Kernels;
#define KERNEL_TEXT_MAGIC 0x4C435354u

/* Launches kernel `number` of a text; the error of the runtime. */
int library_launch(Kernels *kernels, int number, Dim3 grid, Dim3 block, void **arguments,
                   Stream *stream);

/* Says once per process that a function is not supported; what a program gives up after. */
void library_refuse(const char *name);

#endif
