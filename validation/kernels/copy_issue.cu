// SPDX-License-Identifier: Apache-2.0
// Sixteen asynchronous copies of 16 bytes a lane, one after the other, between two reads of the clock; then their wait. A copy
// before the first read has the addresses computed, and their registers are used again, so that the second read waits for none.
#include <cstdint>
extern "C" __global__ void copy_issue(int4 *data, int *clocks) {
  __shared__ int4 to[16 * 32];
  uint32_t address = (uint32_t)__cvta_generic_to_shared(to + threadIdx.x);
  int4 *from = data + threadIdx.x;
#define COPY(i) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address + (i) * 512), "l"(from + (i) * 32))
  COPY(0);
  int begin = clock();
#pragma unroll
  for (int i = 0; i < 16; i++) COPY(i);
  int end = clock();
  asm volatile("cp.async.wait_all;");
#pragma unroll
  for (int i = 0; i < 16; i++) {
    int4 v = to[i * 32 + threadIdx.x];
    asm volatile("st.global.v4.s32 [%0], {%1, %2, %3, %4};" ::"l"(from + 512 + i * 32), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
  }
  clocks[threadIdx.x] = end - begin;
}
