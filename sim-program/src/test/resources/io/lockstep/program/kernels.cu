// SPDX-License-Identifier: Apache-2.0
// Kernels of the tests of the CUDA runtime. nvcc -ptx -arch=compute_75 kernels.cu makes kernels.ptx,
// which tests use where there is no nvcc.
struct Line {
  float slope;
  char sign;
  double offset;
};

struct Node {
  int value;
  Node *next;
};

__constant__ float weights[4];
__device__ unsigned total;
__managed__ int steps;

extern "C" __global__ void add(const float *a, const float *b, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = a[i] + b[i];
}

extern "C" __global__ void line(float *y, char shift, Line l, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = l.sign * l.slope * (i + shift) + (float)l.offset;
}

extern "C" __global__ void weigh(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] *= weights[i % 4];
    atomicAdd(&total, 1u);
  }
}

extern "C" __global__ void reverse(int *data) {
  extern __shared__ int copy[];
  copy[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void step(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i]++;
  if (i == 0)
    steps++;
}

extern "C" __global__ void walk(Node *first, int *sum) {
  for (Node *at = first; at; at = at->next)
    *sum += at->value;
}

extern "C" __global__ void transpose(const char *in, size_t in_pitch, char *out, size_t out_pitch) {
  int x = threadIdx.x, y = blockIdx.x;
  *(float *)(out + x * out_pitch + y * sizeof(float)) = *(const float *)(in + y * in_pitch + x * sizeof(float));
}

extern "C" __global__ void sample(cudaTextureObject_t texture, float *out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}

extern "C" __global__ void behind(int *data, int n) { data[n + threadIdx.x] = 1; }

__device__ unsigned processor;

/* Lockstep does not read %smid. */
extern "C" __global__ void unreadable(unsigned offset) {
  unsigned number;
  asm("mov.u32 %0, %%smid;" : "=r"(number));
  processor = offset + number;
}

extern "C" __global__ void paint(cudaSurfaceObject_t surface) {
  int x = threadIdx.x, y = blockIdx.x;
  float value = surf2Dread<float>(surface, x * 4, y);
  surf2Dwrite(value + 1000 * y, surface, x * 4, y);
}

extern "C" __global__ void sample_lines(cudaTextureObject_t texture, float *out, float shift, float scale,
                                        int layer) {
  int x = threadIdx.x, from = blockIdx.x;
  out[from * blockDim.x + x] = tex1DLayered<float>(texture, (x + shift) * scale, layer + from);
}

extern "C" __global__ void sample_planes(cudaTextureObject_t texture, float *out, float shift, float scale,
                                         int layer) {
  int x = threadIdx.x, y = threadIdx.y, from = blockIdx.x;
  out[(from * blockDim.y + y) * blockDim.x + x] =
      tex2DLayered<float>(texture, (x + shift) * scale, (y + shift) * scale, layer + from);
}

/* Exchanges the layers of a pair. */
extern "C" __global__ void swap_lines(cudaSurfaceObject_t surface, int one, int other) {
  int x = threadIdx.x * 4;
  float value = surf1DLayeredread<float>(surface, x, one);
  surf1DLayeredwrite(surf1DLayeredread<float>(surface, x, other), surface, x, one);
  surf1DLayeredwrite(value, surface, x, other);
}

extern "C" __global__ void swap_planes(cudaSurfaceObject_t surface, int one, int other) {
  int x = threadIdx.x * 4, y = threadIdx.y;
  float value = surf2DLayeredread<float>(surface, x, y, one);
  surf2DLayeredwrite(surf2DLayeredread<float>(surface, x, y, other), surface, x, y, one);
  surf2DLayeredwrite(value, surface, x, y, other);
}
