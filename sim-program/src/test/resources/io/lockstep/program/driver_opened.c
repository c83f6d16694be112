/* SPDX-License-Identifier: Apache-2.0 */
/* A program that opens the driver while it runs and asks it for its functions, as JIT compilers do. */
#include "driver_test.h"

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  Result (*address)(const char *, void **, int, uint64_t, int *) =
      library ? dlsym(library, "cuGetProcAddress_v2") : NULL;
  if (!address)
    return 3;
  Result (*initialize)(unsigned) = NULL;
  Result (*retain)(void **, int) = NULL;
  Result (*current)(void *) = NULL;
  Result (*load)(void **, const void *) = NULL;
  Result (*function)(Function **, void *, const char *) = NULL;
  Result (*launch)(Function *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   Stream *, void **, void **) = NULL;
  Result (*allocate)(DevicePointer *, size_t) = NULL;
  Result (*fill)(DevicePointer, unsigned, size_t) = NULL;
  Result (*read)(void *, DevicePointer, size_t) = NULL;
  const struct {
    const char *name;
    void *into;
  } WANTED[] = {{"cuInit", &initialize},         {"cuDevicePrimaryCtxRetain", &retain},
                {"cuCtxSetCurrent", &current},   {"cuModuleLoadData", &load},
                {"cuModuleGetFunction", &function}, {"cuLaunchKernel", &launch},
                {"cuMemAlloc", &allocate},       {"cuMemsetD32", &fill},
                {"cuMemcpyDtoH", &read}};
  for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++)
    EXPECT(address(WANTED[i].name, WANTED[i].into, 12000, 0, NULL) == 0);
  void *context, *module;
  Function *step;
  DevicePointer at;
  int host[4] = {0}, n = 4;
  EXPECT(initialize(0) == 0 && retain(&context, 0) == 0 && current(context) == 0);
  EXPECT(load(&module, text_of(arguments[1])) == 0 && function(&step, module, "step") == 0);
  EXPECT(allocate(&at, sizeof host) == 0 && fill(at, 41, 4) == 0);
  EXPECT(launch(step, 1, 1, 1, 4, 1, 1, 0, NULL, (void *[]){&at, &n}, NULL) == 0);
  EXPECT(read(host, at, sizeof host) == 0);
  EXPECT(host[0] == 42 && host[3] == 42);
  return finish();
}
