/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "library.h"

extern void **__cudaRegisterFatBinary(void *wrapper);
extern void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name,
                                   int thread_limit, void *thread, void *block, void *block_size,
                                   void *grid_size, int *shared_bytes);
extern int __cudaLockstepRefuse(const char *name);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void register_all(Kernels *kernels) {
  kernels->magic = KERNEL_TEXT_MAGIC;
  void **module = __cudaRegisterFatBinary(kernels);
  for (int i = 0; i < KERNELS && kernels->names[i]; i++)
    __cudaRegisterFunction(module, &kernels->keys[i], NULL, kernels->names[i], -1, NULL, NULL, NULL,
                           NULL, NULL);
  kernels->registered = 1;
}

int library_launch(Kernels *kernels, int number, Dim3 grid, Dim3 block, void **arguments,
                   Stream *stream) {
  pthread_mutex_lock(&lock);
  if (!kernels->registered)
    register_all(kernels);
  pthread_mutex_unlock(&lock);
  return cudaLaunchKernel(&kernels->keys[number], grid, block, arguments, 0, stream);
}

void library_refuse(const char *name) {
  __cudaLockstepRefuse(name);
}
