// Two of the eight members of a particle are updated. Slow: an array of structures. Repaired: an array a member.
typedef struct { float x, y, z, mass, u, v, w, charge; } particle;

__kernel void structs_slow(__global const particle *p, __global float *out) {
  int i = get_global_id(0);
  out[i] = p[i].x + p[i].u;
}

__kernel void structs_fast(__global const float *p, __global float *out) {
  int i = get_global_id(0), n = get_global_size(0);
  out[i] = p[i] + p[4 * n + i];
}
