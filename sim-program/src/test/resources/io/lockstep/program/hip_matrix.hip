// SPDX-License-Identifier: Apache-2.0
// Matrix instructions of AMD's processors, compared with sums of doubles on the host. The lanes of the
// elements are those of AMD's matrix instruction calculator. A device with wavefronts of 32 refuses them.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int LANES = 64;

template <class T, int N> using Vector = T __attribute__((ext_vector_type(N)));
typedef Vector<_Float16, 4> Half4;
typedef Vector<short, 4> Brain4;
typedef __attribute__((__vector_size__(16 * sizeof(float)))) float Float16; // as some programs have it
typedef Vector<float, 4> Float4;
typedef Vector<int, 4> Int4;
typedef Vector<double, 4> Double4;

#define KERNEL(name, A, C, product)                                  \
  __global__ void name(const A* in_a, const A* in_b, C* in_c) {      \
    A a = in_a[threadIdx.x], b = in_b[threadIdx.x];                  \
    C c = in_c[threadIdx.x];                                         \
    in_c[threadIdx.x] = product(a, b, c, 0, 0, 0);                   \
  }
KERNEL(halves16, Half4, Float4, __builtin_amdgcn_mfma_f32_16x16x16f16)
KERNEL(halves32, Half4, Float16, __builtin_amdgcn_mfma_f32_32x32x8f16)
KERNEL(brains32, Brain4, Float16, __builtin_amdgcn_mfma_f32_32x32x8bf16_1k)
KERNEL(floats16, float, Float4, __builtin_amdgcn_mfma_f32_16x16x4f32)
KERNEL(bytes16, long, Int4, __builtin_amdgcn_mfma_i32_16x16x32_i8)
KERNEL(doubles16, double, Double4, __builtin_amdgcn_mfma_f64_16x16x4f64)

static void put(_Float16* to, double x) { *to = (_Float16)x; }
static void put(float* to, double x) { *to = (float)x; }
static void put(double* to, double x) { *to = x; }
static void put(signed char* to, double x) { *to = (signed char)x; }
static void put(short* to, double x) { // bfloat16
  float f = (float)x;
  unsigned bits;
  std::memcpy(&bits, &f, sizeof bits);
  *to = (short)(bits >> 16);
}

static int failures;

// A product of side × depth by depth × side elements E in A's and B's registers, sums S in C's.
template <class E, class S, class A, class C>
static void check(const char* name, void (*kernel)(const A*, const A*, C*), int side, double unit) {
  constexpr int each = sizeof(A) / sizeof(E), sums = sizeof(C) / sizeof(S);
  int depth = LANES / side * each;
  std::vector<double> a(side * depth), b(side * depth), c(side * side);
  for (int i = 0; i < side * depth; i++) a[i] = unit * ((i * 37 + i / 3) % 25 - 12);
  for (int i = 0; i < side * depth; i++) b[i] = unit * ((i * 11 + i / 7) % 23 - 11);
  for (int i = 0; i < side * side; i++) c[i] = i % 17 - 8;
  std::vector<A> la(LANES), lb(LANES);
  std::vector<C> lc(LANES);
  auto row = [&](int lane, int e) {
    int part = lane / side;
    return sizeof(S) == 8 ? 4 * e + part : e / 4 * (LANES / side * 4) + 4 * part + e % 4;
  };
  for (int lane = 0; lane < LANES; lane++) {
    for (int e = 0; e < each; e++) {
      int k = lane / side * each + e;
      put((E*)&la[lane] + e, a[lane % side * depth + k]);
      put((E*)&lb[lane] + e, b[k * side + lane % side]);
    }
    for (int e = 0; e < sums; e++) ((S*)&lc[lane])[e] = (S)c[row(lane, e) * side + lane % side];
  }
  A *da, *db;
  C* dc;
  if (hipMalloc(&da, LANES * sizeof(A)) || hipMalloc(&db, LANES * sizeof(A)) ||
      hipMalloc(&dc, LANES * sizeof(C)) ||
      hipMemcpy(da, la.data(), LANES * sizeof(A), hipMemcpyHostToDevice) ||
      hipMemcpy(db, lb.data(), LANES * sizeof(A), hipMemcpyHostToDevice) ||
      hipMemcpy(dc, lc.data(), LANES * sizeof(C), hipMemcpyHostToDevice)) {
    std::exit(2);
  }
  kernel<<<1, LANES>>>(da, db, dc);
  hipError_t error = hipGetLastError();
  if (error == hipErrorInvalidKernelFile) std::exit(4); // in wavefronts of 32
  if (error || hipMemcpy(lc.data(), dc, LANES * sizeof(C), hipMemcpyDeviceToHost)) std::exit(3);
  for (int lane = 0; lane < LANES; lane++) {
    for (int e = 0; e < sums; e++) {
      int i = row(lane, e), j = lane % side;
      double sum = c[i * side + j];
      for (int k = 0; k < depth; k++) sum += a[i * depth + k] * b[k * side + j];
      double found = (double)((S*)&lc[lane])[e];
      if (found != sum) {
        std::printf("%s: %d, %d: %g, expected %g\n", name, i, j, found, sum);
        failures++;
        return;
      }
    }
  }
}

int main() {
  check<_Float16, float>("halves16", halves16, 16, 0.25);
  check<_Float16, float>("halves32", halves32, 32, 0.25);
  check<short, float>("brains32", brains32, 32, 0.5);
  check<float, float>("floats16", floats16, 16, 0.125);
  check<signed char, int>("bytes16", bytes16, 16, 1);
  check<double, double>("doubles16", doubles16, 16, 0.375);
  std::printf(failures ? "FAIL\n" : "PASS\n");
}
