/* Vectors and structures by value: what OpenCL hosts hand over with clSetKernelArg. */
typedef struct {
  int n;
  float scale;
  float4 bias;
  short steps[6];
  char tag;
} Box;

typedef struct {
  Box box;
  uint2 shift;
} Outer;

__kernel void structs(__global float4 *out, float4 a, int2 b, uint3 c, uchar4 d, Box box,
                      Outer outer) {
  int i = get_global_id(0);
  float4 v = a * box.scale + box.bias;
  v += (float4)(b.x, b.y, c.x + c.z, c.y) * (float)box.n;
  v.x += box.steps[i % 6] + box.tag;
  v.y += outer.box.steps[(i + 2) % 6] * outer.box.scale;
  v.z += (float)(outer.shift.x << (outer.shift.y & 7)) + outer.box.bias.w;
  v.w += d.x + 2 * d.y + 4 * d.z + 8 * d.w;
  out[i] = v + (float4)(i);
}
