// Sixteen stores of one line, four lanes a bank each, and one load of another line, sixteen lanes a bank.
__kernel void lines(__global float *out, int x) {
  __local float t[2048];
  int l = get_local_id(0);
  t[l * 32 & 2047] = x;
  float s = 0;
  for (int r = 0; r < 64; r++) {
#define PUT(k) t[(l * 4 + k * 65 + r) & 2047] = x + k;
    PUT(0) PUT(1) PUT(2) PUT(3) PUT(4) PUT(5) PUT(6) PUT(7) PUT(8) PUT(9) PUT(10) PUT(11) PUT(12) PUT(13) PUT(14) PUT(15)
    barrier(CLK_LOCAL_MEM_FENCE);
    s += t[(l * 16 + r) & 2047];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s;
}
