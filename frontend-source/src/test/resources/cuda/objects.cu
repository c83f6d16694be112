// SPDX-License-Identifier: Apache-2.0
// - {launch: objects_kernel, grid: [2], block: [64], args: [f, out, {struct: [{i32: 100}, {f32: [0.5, 1.5, 2.5]}, {u8: 3}, {u32: 0x125}]}]}
// new/delete, placement new, structs by value, unions, bit fields, static member, operator overloads
#include <cstdint>
#include <cassert>
struct Vec3 { float x, y, z; __host__ __device__ Vec3(float a = 0, float b = 0, float c = 0) : x(a), y(b), z(c) {} };
__host__ __device__ inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ inline float dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
struct Params { int n; float w[3]; uint8_t flag; struct { unsigned lo : 4, hi : 28; } bits; };
union Pun { float f; uint32_t u; };
struct Counter { static const int step = 3; static __device__ int next(int x) { return x + step; } };
struct Node { int v; Node *next; };
extern "C" __global__ void objects_kernel(const float *in, float *out, Params p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.n) return;
  assert(p.n > 0);
  Vec3 v(in[i], p.w[0], p.w[1]);
  v = v + Vec3(1, 2, 3);
  Pun q; q.f = dot(v, v); q.u ^= p.bits.hi;
  Node *head = nullptr;
  for (int k = 0; k < 3; k++) head = new Node{k * i, head};
  int s = 0;
  while (head) { Node *d = head; s += head->v; head = head->next; delete d; }
  out[i] = q.f + Counter::next(s) + p.flag;
}
