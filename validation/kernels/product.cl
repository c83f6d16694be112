// C = A * B in single precision without local memory: 8 x 8 elements a work-item. A comes transposed, and lines of both are read
// through images, four floats a texel: a step of the sum takes four fetches for 64 multiply-adds. A wavefront's 8 x 8 work-items
// share 64 columns and 64 rows; a work-item's two texels of a line lie eight apart. Four work-items in a row are a quad, as pixels
// are, so that its fetches meet in a tile of the image. A group is two wavefronts, one below the other.
__constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
#define ROW(r, a) r##0 = mad((float4)(a), lo, r##0); r##1 = mad((float4)(a), hi, r##1);
#define STORE(line, r) c[(line) * pitch + x] = r##0; c[(line) * pitch + x + 8] = r##1;
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void product(__read_only image2d_t at, __read_only image2d_t b, __global float4 *c, int depth, int pitch) {
  int id = get_local_id(0);
  int x = get_group_id(0) * 16 + (id & 1 | id >> 1 & 2 | id >> 2 & 4);
  int y = get_group_id(1) * 32 + (id >> 1 & 1 | id >> 2 & 2 | id >> 3 & 4 | id >> 2 & 16);
  float4 r00 = (float4)(0.0f), r01 = r00, r10 = r00, r11 = r00, r20 = r00, r21 = r00, r30 = r00, r31 = r00;
  float4 r40 = r00, r41 = r00, r50 = r00, r51 = r00, r60 = r00, r61 = r00, r70 = r00, r71 = r00;
  for (int k = 0; k < depth; k++) {
    float4 up = read_imagef(at, texels, (int2)(y, k)), down = read_imagef(at, texels, (int2)(y + 8, k));
    float4 lo = read_imagef(b, texels, (int2)(x, k)), hi = read_imagef(b, texels, (int2)(x + 8, k));
    ROW(r0, up.x) ROW(r1, up.y) ROW(r2, up.z) ROW(r3, up.w)
    ROW(r4, down.x) ROW(r5, down.y) ROW(r6, down.z) ROW(r7, down.w)
  }
  STORE(4 * y, r0) STORE(4 * y + 1, r1) STORE(4 * y + 2, r2) STORE(4 * y + 3, r3)
  STORE(4 * y + 32, r4) STORE(4 * y + 33, r5) STORE(4 * y + 34, r6) STORE(4 * y + 35, r7)
}
