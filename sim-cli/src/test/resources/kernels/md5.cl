__constant uchar S[16] = {7,12,17,22,5,9,14,20,4,11,16,23,6,10,15,21};
__kernel void md5(__global const uint *in, __global uint4 *out, __constant uint *T) {
  int g = get_global_id(0);
  uint4 s = (uint4)(0x67452301u,0xefcdab89u,0x98badcfeu,0x10325476u);
  uint a=s.x,b=s.y,c=s.z,d=s.w;
  #pragma unroll 1
  for (int i = 0; i < 64; i++) {
    uint f; int k;
    switch (i >> 4) {
      case 0: f = (b & c) | (~b & d); k = i; break;
      case 1: f = (d & b) | (~d & c); k = (5 * i + 1) & 15; break;
      case 2: f = b ^ c ^ d; k = (3 * i + 5) & 15; break;
      default: f = c ^ (b | ~d); k = (7 * i) & 15; break;
    }
    uint t = d; d = c; c = b;
    b = b + rotate(a + f + T[i] + in[g * 16 + k], (uint)S[(i >> 4) * 4 + (i & 3)]);
    a = t;
  }
  out[g] = s + (uint4)(a,b,c,d);
}
