// SPDX-License-Identifier: Apache-2.0
// Functions of the wavefront: equal values, reductions, and those that clang has for AMD's processors.
// Each result is compared with what the host computes from all lanes' values.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

typedef unsigned long long Mask;
constexpr int LANES = 128;
constexpr int RESULTS = 40;

__device__ void put(Mask* out, int result, Mask value) { out[result * LANES + threadIdx.x] = value; }

__global__ void matches(Mask* out, const int* in, Mask odd) {
  int x = in[threadIdx.x], lane = __lane_id(), all;
  Mask every = warpSize == 64 ? ~0ull : 0xffffffffull;
  put(out, 0, __match_any_sync(every, x % 3));
  put(out, 1, __match_any_sync(every, (double)(x % 5)));
  put(out, 2, __match_all_sync(every, x, &all));
  put(out, 3, all);
  put(out, 4, __match_all_sync(every, (long long)(x & 0), &all));
  put(out, 5, all);
  put(out, 6, __reduce_add_sync(every, x));
  put(out, 7, (Mask)__reduce_max_sync(every, (unsigned)x));
  put(out, 8, (Mask)__reduce_min_sync(every, -x));
  put(out, 9, __reduce_xor_sync(every, (unsigned)x));
  put(out, 10, (Mask)__reduce_add_sync(every, (double)x));
  if (lane % 2 == 1) {
    put(out, 11, __match_any_sync(odd & every, x % 3));
    put(out, 12, __reduce_add_sync(odd & every, x));
    put(out, 13, (Mask)(long long)__reduce_min_sync(odd & every, -x));
    put(out, 14, __reduce_or_sync(odd & every, (unsigned)x));
    put(out, 15, __ballot_sync(odd & every, x % 3 == 0));
  }
  namespace cg = cooperative_groups;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  put(out, 16, tile.match_any(x % 3));
}

__global__ void moves(Mask* out, const int* in) {
  int x = in[threadIdx.x], lane = __lane_id();
  put(out, 0, __builtin_amdgcn_ds_bpermute(4 * (lane ^ 5), x));
  put(out, 1, __builtin_amdgcn_ds_swizzle(x, 0x401f));     // exclusive or with 16
  put(out, 2, __builtin_amdgcn_ds_swizzle(x, 0x8000 | 0x1b)); // four lanes in reverse order
  put(out, 3, __builtin_amdgcn_update_dpp(-7, x, 0x111, 0xf, 0xf, false));  // row_shr:1
  put(out, 4, __builtin_amdgcn_mov_dpp(x, 0x104, 0xf, 0xf, true));          // row_shl:4
  put(out, 5, __builtin_amdgcn_mov_dpp(x, 0x140, 0xf, 0xf, true));          // row_mirror
  put(out, 6, __builtin_amdgcn_update_dpp(-7, x, 0x142, 0xa, 0xf, false));  // row_bcast:15
  put(out, 7, __builtin_amdgcn_mov_dpp(x, 0xb1, 0xf, 0xf, true));           // quad_perm:[1,0,3,2]
  put(out, 8, __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)));
  put(out, 9, lane >= 3 ? __builtin_amdgcn_readfirstlane(x) : 0);
  put(out, 10, __builtin_amdgcn_readlane(x, 7));
  put(out, 11, __builtin_amdgcn_wavefrontsize());
  __builtin_amdgcn_s_waitcnt(0);
  __builtin_amdgcn_sched_barrier(0);
  __builtin_amdgcn_s_barrier();
  put(out, 12, __builtin_amdgcn_workitem_id_x() + __builtin_amdgcn_workgroup_size_x());
  unsigned a = 0x80c0ff01u + x, b = 0x7f10a5f0u;
  put(out, 13, __builtin_amdgcn_perm(a, b, 0x0d0c0805u));
  put(out, 14, __builtin_amdgcn_perm(a, b, 0x07030b00u));
  put(out, 15, __builtin_amdgcn_alignbit(a, b, x & 31));
  put(out, 16, __builtin_amdgcn_sad_u8(a, b, 5));
  put(out, 17, (unsigned)__builtin_amdgcn_sbfe((int)a, 4, 5));
  put(out, 18, __builtin_amdgcn_ubfe(a, 28, 3));
  typedef _Float16 half2_ __attribute__((ext_vector_type(2)));
  half2_ h = {(_Float16)(x % 8), (_Float16)0.5f};
  put(out, 19, (Mask)__builtin_amdgcn_fdot2(h, h, 1.75f, false));
  put(out, 20, __builtin_amdgcn_sdot4(x, 0x01ff0203, 1000, false));
  put(out, 21, (Mask)__builtin_amdgcn_fmed3f((float)x, 20.0f, 10.0f));
}

static int warp;
static std::vector<int> in(LANES);
static std::vector<Mask> out(RESULTS * LANES);

static void expect(int result, int lane, Mask value) {
  if (out[result * LANES + lane] != value) {
    std::printf("result %d of lane %d: %llx, expected %llx\n", result, lane,
                out[result * LANES + lane], value);
    std::exit(1);
  }
}

static void matchesOf(int lane) {
  int first = lane / warp * warp, l = lane - first;
  Mask thirds = 0, fifths = 0, oddThirds = 0, zeros = 0, tile = 0;
  int sum = 0, most = 0, least = 0, oddSum = 0, oddLeast = 0;
  unsigned mixed = 0, oddBits = 0;
  for (int i = 0; i < warp; i++) {
    int x = in[first + i], own = in[lane];
    Mask bit = 1ull << i;
    if (x % 3 == own % 3) thirds |= bit;
    if (x % 5 == own % 5) fifths |= bit;
    if (x % 3 == own % 3 && i / 16 == l / 16) tile |= 1ull << i % 16;
    sum += x, mixed ^= (unsigned)x;
    if (x > most) most = x;
    if (-x < least) least = -x;
    if (i % 2) {
      oddSum += x, oddBits |= (unsigned)x;
      if (-x < oddLeast) oddLeast = -x;
      if (x % 3 == own % 3) oddThirds |= bit;
      if (x % 3 == 0) zeros |= bit;
    }
  }
  Mask every = warp == 64 ? ~0ull : 0xffffffffull;
  Mask expected[] = {thirds, fifths, 0, 0, every, 1, (Mask)sum, (Mask)most, (Mask)(long long)least,
                     mixed, (Mask)sum};
  for (int i = 0; i < 11; i++) expect(i, lane, expected[i]);
  Mask ofOdd[] = {oddThirds, (Mask)oddSum, (Mask)(long long)oddLeast, oddBits, zeros};
  for (int i = 0; i < 5 && l % 2; i++) expect(11 + i, lane, ofOdd[i]);
  expect(16, lane, tile);
}

static void movesOf(int lane) {
  int first = lane / warp * warp, l = lane - first, row = lane / 16 * 16, r = lane % 16;
  int x = in[lane];
  auto value = [&](int x) { return (Mask)(long long)x; };
  expect(0, lane, value(in[first + (l ^ 5)]));
  expect(1, lane, value(in[lane ^ 16]));
  expect(2, lane, value(in[lane ^ 3]));
  expect(3, lane, value(r >= 1 ? in[lane - 1] : -7));
  expect(4, lane, value(r + 4 < 16 ? in[lane + 4] : 0));
  expect(5, lane, value(in[row + 15 - r]));
  expect(6, lane, value(l / 16 % 2 ? in[row - 1] : -7));
  expect(7, lane, value(in[lane ^ 1]));
  expect(8, lane, value(l));
  expect(9, lane, value(l >= 3 ? in[first + 3] : 0));
  expect(10, lane, value(in[first + 7]));
  expect(11, lane, value(warp));
  expect(12, lane, value(lane + LANES));
  unsigned a = 0x80c0ff01u + x, b = 0x7f10a5f0u;
  auto byte = [](unsigned w, int i) { return w >> 8 * i & 255u; };
  // selectors 5 (byte 1 of a), 8 (sign of byte 1 of b), 12 (zeros), 13 (ones)
  expect(13, lane, byte(a, 1) | (byte(b, 1) >> 7 ? 0xff00u : 0) | 0xff000000u);
  // selectors 0, 11 (sign of byte 3 of a), 3, 7
  expect(14, lane, byte(b, 0) | (a >> 31 ? 0xff00u : 0) | byte(b, 3) << 16 | byte(a, 3) << 24);
  expect(15, lane, (unsigned)((((Mask)a << 32) | b) >> (x & 31)));
  unsigned sad = 5;
  for (int i = 0; i < 4; i++) sad += (unsigned)std::abs((int)byte(a, i) - (int)byte(b, i));
  expect(16, lane, sad);
  expect(17, lane, (unsigned)((int)(a << 23) >> 27));
  expect(18, lane, a >> 28 & 7);
  expect(19, lane, (Mask)(1.75f + (x % 8) * (x % 8) + 0.25f));
  int dot = 1000;
  const signed char with[4] = {3, 2, -1, 1};
  for (int i = 0; i < 4; i++) dot += (signed char)byte((unsigned)x, i) * with[i];
  expect(20, lane, value(dot));
  expect(21, lane, value(x < 10 ? 10 : x > 20 ? 20 : x));
}

template <class K, class... A>
static void run(K kernel, A... more) {
  Mask* results;
  int* values;
  if (hipMalloc(&results, out.size() * sizeof(Mask)) || hipMalloc(&values, LANES * sizeof(int)) ||
      hipMemcpy(values, in.data(), LANES * sizeof(int), hipMemcpyHostToDevice)) {
    std::exit(2);
  }
  kernel<<<1, LANES>>>(results, values, more...);
  if (hipMemcpy(out.data(), results, out.size() * sizeof(Mask), hipMemcpyDeviceToHost)) std::exit(3);
}

int main() {
  hipDeviceProp_t device;
  if (hipGetDeviceProperties(&device, 0)) return 1;
  warp = device.warpSize;
  for (int i = 0; i < LANES; i++) in[i] = (i * 37 + i / 5 * 3) % 101 + 300 * (i % 7 == 2);
  run(matches, 0xaaaaaaaaaaaaaaaaull);
  for (int i = 0; i < LANES; i++) matchesOf(i);
  run(moves);
  for (int i = 0; i < LANES; i++) movesOf(i);
  std::printf("PASS\n");
}
