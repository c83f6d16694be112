// SPDX-License-Identifier: Apache-2.0
// What HIP programs use of kernels: launches, memories, lanes of wavefronts, groups, vectors, halves.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/amd_detail/amd_hip_runtime.h>
#include <hip/amd_detail/host_defines.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                                                \
  do {                                                                             \
    hipError_t error = (call);                                                     \
    if (error != hipSuccess) {                                                     \
      std::printf("%d: %s: %s\n", __LINE__, #call, hipGetErrorString(error));      \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)
#define EXPECT(condition)                                                          \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::printf("%d: not so: %s\n", __LINE__, #condition);                       \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

constexpr int N = 256;
__constant__ int factors[4];
__device__ int total;

template <typename T>
__global__ void scale(T* out, const T* in, T by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by + factors[i & 3];
}

__global__ void reduce(const int* in, int* lanes) {
  HIP_DYNAMIC_SHARED(int, sums)
  int i = hipThreadIdx_x;
  int x = in[i];
  for (int k = warpSize / 2; k > 0; k /= 2) x += __shfl_down(x, k);
  if (i % warpSize == 0) sums[i / warpSize] = x;
  __syncthreads();
  if (i == 0) {
    int all = 0;
    for (int w = 0; w < (int)hipBlockDim_x / warpSize; w++) all += sums[w];
    __hip_atomic_fetch_add(&total, all, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    *lanes = warpSize;
  }
}

// Each result is what the lane computes without the others.
__global__ void lanes(int* wrong) {
  int lane = threadIdx.x % warpSize, half = warpSize / 2;
  unsigned long long all = warpSize == 64 ? ~0ull : 0xffffffffull;
  int bad = 0;
  bad |= __shfl(lane * 3, 5) != 15 ? 1 : 0;
  bad |= __shfl_xor(lane, half) != (lane ^ half) ? 2 : 0;
  bad |= __shfl_up(lane, 1) != (lane == 0 ? 0 : lane - 1) ? 4 : 0;
  bad |= __shfl((double)lane, 3, 16) != lane / 16 * 16 + 3 ? 8 : 0;
  bad |= __ballot(lane % 2 == 0) != (all & 0x5555555555555555ull) ? 16 : 0;
  bad |= !__any(lane == half) || __all(lane == half) ? 32 : 0;
  bad |= __lane_id() != (unsigned)lane ? 64 : 0;
  if (lane >= half) bad |= __ballot(1) != (all & ~((1ull << half) - 1)) ? 128 : 0;
  namespace cg = cooperative_groups;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  bad |= tile.shfl_xor(lane, 1) != (lane ^ 1) ? 256 : 0;
  bad |= tile.ballot(tile.thread_rank() == 2) != 4 ? 512 : 0;
  auto wave = cg::tiled_partition<32>(cg::this_thread_block());
  bad |= wave.shfl(lane, 31) != (lane | 31) ? 1024 : 0;
  bad |= __builtin_amdgcn_ds_permute((lane ^ 1) * 4, lane) != (lane ^ 1) ? 2048 : 0;
  if (bad) atomicOr(wrong, bad);
}

// A sum by a group of any kind, in memory that the group shares.
__device__ int sumOf(const cooperative_groups::thread_group& g, int* shared, int x) {
  int rank = (int)g.thread_rank();
  shared[rank] = x;
  for (int k = (int)g.size() / 2; k > 0; k /= 2) {
    g.sync();
    if (rank < k) shared[rank] += shared[rank + k];
  }
  g.sync();
  return shared[0];
}

__global__ void groups(int* wrong) {
  __shared__ int shared[N];
  namespace cg = cooperative_groups;
  auto block = cg::this_thread_block();
  int i = (int)block.thread_rank(), bad = 0;
  bad |= sumOf(block, shared, i) != N * (N - 1) / 2 ? 1 : 0;
  cg::sync(block);
  auto tile = cg::tiled_partition<32>(block);
  int first = i / 32 * 32;
  bad |= sumOf(tile, shared + first, i) != 32 * first + 32 * 31 / 2 ? 2 : 0;
  cg::thread_group any = cg::tiled_partition(block, 16);
  first = i / 16 * 16;
  bad |= any.num_threads() != 16 || cg::thread_rank(any) != (unsigned)i % 16 ? 4 : 0;
  bad |= sumOf(any, shared + first, i) != 16 * first + 16 * 15 / 2 ? 8 : 0;
  if (i % 2) bad |= cg::group_size(cg::coalesced_threads()) != (unsigned)warpSize / 2 ? 16 : 0;
  if (bad) atomicOr(wrong, bad);
}

__global__ void vectors(float4* v, __half* h) {
  float4 a = v[threadIdx.x];
  a = a * 2.0f + make_float4(1, 2, 3, 4);
  a += a;
  new (&v[threadIdx.x]) float4(a);
  h[threadIdx.x] = __hadd(h[threadIdx.x], __float2half(0.5f));
}

static void lanesAndSums() {
  std::vector<int> numbers(N, 2);
  int *in, *found, h;
  CHECK(hipMalloc(&in, N * sizeof(int)));
  CHECK(hipMalloc((void**)&found, sizeof(int)));
  CHECK(hipMemcpy(in, numbers.data(), N * sizeof(int), hipMemcpyHostToDevice));
  hipLaunchKernelGGL(reduce, dim3(1), dim3(N), N * sizeof(int), 0, in, found);
  CHECK(hipGetLastError());
  hipDeviceProp_t device;
  CHECK(hipGetDeviceProperties(&device, 0));
  CHECK(hipMemcpy(&h, found, sizeof h, hipMemcpyDeviceToHost));
  EXPECT(h == device.warpSize);
  EXPECT(device.maxThreadsPerBlock == 1024);
  EXPECT(hipGetStreamDeviceId(nullptr) == 0);
  if (device.warpSize == 64) {
    EXPECT(device.gcnArchName == std::string("gfx942"));
    EXPECT(device.sharedMemPerBlock == 65536);
  }
  CHECK(hipMemcpyFromSymbol(&h, HIP_SYMBOL(total), sizeof h));
  EXPECT(h == 2 * N);
  CHECK(hipMemset(found, 0, sizeof(int)));
  lanes<<<1, N>>>(found);
  CHECK(hipMemcpy(&h, found, sizeof h, hipMemcpyDeviceToHost));
  EXPECT(h == 0);
  groups<<<1, N>>>(found);
  CHECK(hipMemcpy(&h, found, sizeof h, hipMemcpyDeviceToHost));
  EXPECT(h == 0);
  CHECK(hipFree(in));
  CHECK(hipFree(found));
}

static void templates() {
  int four[4] = {1, 2, 3, 4};
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(factors), four, sizeof four));
  std::vector<float> a(N, 1.5f), b(N);
  float *d, *e;
  CHECK(hipMalloc(&d, N * sizeof(float)));
  CHECK(hipMallocManaged(&e, N * sizeof(float)));
  hipStream_t stream;
  hipEvent_t begin, end;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipEventCreate(&begin));
  CHECK(hipEventCreateWithFlags(&end, hipEventReleaseToSystem));
  CHECK(hipMemcpyAsync(d, a.data(), N * sizeof(float), hipMemcpyHostToDevice, stream));
  CHECK(hipEventRecord(begin, stream));
  hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float>), N / 64, 64, 0, stream, e, d, 2.0f, N);
  CHECK(hipEventRecord(end, stream));
  CHECK(hipStreamSynchronize(stream));
  float milliseconds = 0;
  CHECK(hipEventElapsedTime(&milliseconds, begin, end));
  EXPECT(milliseconds > 0);
  for (int i = 0; i < N; i++) EXPECT(e[i] == 3.0f + four[i & 3]);
  CHECK(hipStreamDestroy(stream));
  CHECK(hipFree(d));
  CHECK(hipFree(e));
}

static void pairs() {
  std::vector<float4> v(64, make_float4(1, 1, 1, 1));
  std::vector<__half> h(64, __half(1.0f));
  float4* d;
  __half* e;
  CHECK(hipMalloc(&d, sizeof(float4) * 64));
  CHECK(hipMalloc(&e, sizeof(__half) * 64));
  CHECK(hipMemcpy(d, v.data(), sizeof(float4) * 64, hipMemcpyHostToDevice));
  CHECK(hipMemcpy(e, h.data(), sizeof(__half) * 64, hipMemcpyHostToDevice));
  vectors<<<1, 64>>>(d, e);
  CHECK(hipMemcpy(v.data(), d, sizeof(float4) * 64, hipMemcpyDeviceToHost));
  CHECK(hipMemcpy(h.data(), e, sizeof(__half) * 64, hipMemcpyDeviceToHost));
  for (auto& x : v) EXPECT(x.x == 6 && x.y == 8 && x.z == 10 && x.w == 12);
  for (auto& x : h) EXPECT(__half2float(x) == 1.5f);
  CHECK(hipMemsetD32(d, 0x3f800000, 4));
  CHECK(hipMemcpy(v.data(), d, sizeof(float4), hipMemcpyDeviceToHost));
  EXPECT(v[0] == make_float4(1, 1, 1, 1));
}

static unsigned bits(float x) { return __builtin_bit_cast(unsigned, x); }

static float ofHalf(unsigned short code) { return (float)__builtin_bit_cast(_Float16, code); }

/* The host converts as the compiler does: every half, and floats beside halves and their midpoints. */
static void conversions() {
  for (unsigned code = 0; code < 0x10000; code++) {
    float x = ofHalf(code);
    EXPECT(bits(__half2float(__ushort_as_half(code))) == bits(x));
    float next = (code & 0x7fff) == 0x7bff ? 2 * ofHalf(code ^ 0x3ff) : ofHalf(code + 1);
    for (float at : {x, x / 2 + next / 2}) {
      for (unsigned near = bits(at) - 1; near != bits(at) + 2; near++) {
        float y = __builtin_bit_cast(float, near);
        unsigned short rounded = __builtin_bit_cast(unsigned short, (_Float16)y);
        EXPECT(__half_as_ushort(__float2half(y)) == rounded);
      }
    }
  }
}

static void errors() {
  float* p = nullptr;
  EXPECT(hipMalloc(&p, (size_t)1 << 50) == hipErrorOutOfMemory);
  EXPECT(hipSetDevice(7) == hipErrorInvalidDevice);
  EXPECT(hipMemcpy(nullptr, nullptr, 4, hipMemcpyHostToDevice) == hipErrorInvalidValue);
  EXPECT(hipEventDestroy(nullptr) == hipErrorInvalidHandle);
  EXPECT(hipGetDeviceProperties(nullptr, 0) == hipErrorInvalidValue);
  scale<float><<<1, 4096>>>(p, p, 1.0f, 0);
  EXPECT(hipGetLastError() == hipErrorInvalidConfiguration);
  EXPECT(hipGetErrorName(hipErrorOutOfMemory) == std::string("hipErrorOutOfMemory"));
  EXPECT(hipGetErrorName(hipErrorInvalidHandle) == std::string("hipErrorInvalidHandle"));
}

int main() {
  lanesAndSums();
  templates();
  pairs();
  conversions();
  errors();
  std::printf("PASS\n");
}
