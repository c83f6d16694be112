__kernel void bitonicsort(__global uint *a, uint stage, uint pass, uint ascending) {
  uint t = get_global_id(0);
  uint distance = 1u << (stage - pass);
  uint left = t % distance + t / distance * 2 * distance;
  uint right = left + distance;
  uint u = a[left], v = a[right];
  uint up = t / (1u << stage) % 2 == 1 ? 1 - ascending : ascending;
  uint greater = u > v ? u : v, lesser = u > v ? v : u;
  a[left] = up ? lesser : greater;
  a[right] = up ? greater : lesser;
}
