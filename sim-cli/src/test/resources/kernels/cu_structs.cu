// Vectors and structures by value with pointers inside, as CUDA hosts pass them.
struct Node { float *data; int count; double weight; };
struct Pair { float3 at; dim3 size; Node nodes[2]; };
extern "C" __global__ void cu_structs(float *out, float4 a, dim3 d, float3 f, int2 i2, Pair p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Node &n = p.nodes[i & 1];
  float v = n.data[i % n.count] + (float)(n.weight * 2.0);
  out[i] = v + a.x * p.at.y + a.w + d.y * p.size.z + f.z + i2.x - i2.y;
}
