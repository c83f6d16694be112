__kernel void knn(__global const float *q, __global const float *p, __global int *idx, __global float *dist, int n) {
  int i = get_global_id(0);
  float bd[5]; int bi[5];
  for (int k = 0; k < 5; k++) { bd[k] = HUGE_VALF; bi[k] = -1; }
  for (int j = 0; j < n; j++) {
    float dx = q[2*i] - p[2*j], dy = q[2*i+1] - p[2*j+1];
    float d = hypot(dx, dy);
    int k = 4;
    if (d >= bd[4]) continue;
    while (k > 0 && bd[k-1] > d) { bd[k] = bd[k-1]; bi[k] = bi[k-1]; k--; }
    bd[k] = d; bi[k] = j;
  }
  for (int k = 0; k < 5; k++) { idx[i*5+k] = bi[k]; dist[i*5+k] = bd[k]; }
}
