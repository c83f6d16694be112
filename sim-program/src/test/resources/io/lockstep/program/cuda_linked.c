/* SPDX-License-Identifier: Apache-2.0 */
/* A program of separately compiled objects, linked with CUDA's device runtime, whose PTX begins at a
   higher capability than the device has. */
#include "cuda_test.h"

static const char BEHIND, ASKING;

static const char ASKING_PTX[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b32 r) __cudaCDP2GetDevice(.param .b64 a);\n"
    ".visible .entry asking() {\n"
    "  .reg .b64 %rd<2>;\n"
    "  { .param .b64 a; .param .b32 r; mov.u64 %rd1, 0; st.param.b64 [a], %rd1;\n"
    "    call.uni (r), __cudaCDP2GetDevice, (a); }\n"
    "  ret;\n}\n";

static const char RUNTIME_PTX[] =
    ".version 9.0\n.target sm_121\n.address_size 64\n"
    ".extern .func (.param .b32 r) __cuda_syscall_cnpv2GetDevice(.param .b64 a);\n"
    ".visible .func (.param .b32 r) __cudaCDP2GetDevice(.param .b64 a) {\n"
    "  .reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
    "  ld.param.u64 %rd1, [a];\n"
    "  { .param .b64 b; .param .b32 s; st.param.b64 [b], %rd1;\n"
    "    call.uni (s), __cuda_syscall_cnpv2GetDevice, (b); ld.param.b32 %r1, [s]; }\n"
    "  st.param.b32 [r], %r1;\n  ret;\n}\n";

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  unsigned char *linked = fat_data("", 0, PLAIN, 75);
  put(linked + 16, 2, 2); /* code for one processor, no PTX */
  unsigned char *objects[] = {fat_file(arguments[1], PLAIN, 75),
                              fat_data(ASKING_PTX, sizeof ASKING_PTX - 1, PLAIN, 75),
                              fat_data(RUNTIME_PTX, sizeof RUNTIME_PTX - 1, PLAIN, 121), NULL};
  void **module = register_data(linked, objects);
  register_kernel(module, &BEHIND, "behind");
  register_kernel(module, &ASKING, "asking");
  EXPECT(__cudaInitModule(module));
  int *data, start = 0, back = 0;
  OK(cudaMalloc((void **)&data, 16));
  void *readable[] = {&data, &start};
  OK(cudaLaunchKernel(&BEHIND, dim(1, 1, 1), dim(4, 1, 1), readable, 0, NULL));
  OK(cudaMemcpy(&back, data + 3, 4, DEVICE_TO_HOST));
  EXPECT(back == 1);
  FunctionAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, &BEHIND));
  EXPECT(attributes.ptx_version == 75);
  EXPECT(cudaLaunchKernel(&ASKING, dim(1, 1, 1), dim(1, 1, 1), readable, 0, NULL)
         == cudaErrorInvalidPtx);
  return finish();
}
