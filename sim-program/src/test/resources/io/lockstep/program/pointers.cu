// SPDX-License-Identifier: Apache-2.0
// Calls through pointers: a table, a parameter, virtual functions of objects made by new.
#include <cstdio>

typedef float (*Operation)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float multiply(float a, float b) { return a * b; }
__device__ Operation table[2] = {add, multiply};
__device__ Operation given = multiply;

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};

struct Square : Shape {
  float side;
  __device__ Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};

struct Rectangle : Shape {
  float a, b;
  __device__ Rectangle(float a, float b) : a(a), b(b) {}
  __device__ float area() const override { return a * b; }
};

__global__ void make(Shape **shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    shapes[i] = i & 1 ? (Shape *)new Square(i) : new Rectangle(i, 2);
}

__global__ void use(Shape **shapes, float *out, Operation last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = last(table[i % 2](shapes[i]->area(), 3), 2);
}

__global__ void drop(Shape **shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    delete shapes[i];
}

int main() {
  const int n = 1000;
  Shape **shapes;
  float *out;
  Operation last;
  int wrong = 0;
  cudaMalloc(&shapes, n * sizeof *shapes);
  cudaMallocManaged(&out, n * sizeof *out);
  make<<<4, 256>>>(shapes, n);
  cudaMemcpyFromSymbol(&last, given, sizeof last);
  use<<<4, 256>>>(shapes, out, last, n);
  drop<<<4, 256>>>(shapes, n);
  cudaError_t error = cudaDeviceSynchronize();
  for (int i = 0; !error && i < n; i++) {
    float expected = i & 1 ? 3.0f * i * i : 2.0f * i + 3;
    wrong += out[i] != 2 * expected;
  }
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  return error || wrong;
}
