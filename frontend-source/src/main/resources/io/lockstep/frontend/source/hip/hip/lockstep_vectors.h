/* SPDX-License-Identifier: Apache-2.0 */
/* HIP's arithmetic of vectors, element by element. Templates, so that a program's own operators of
 * the same vectors come first. */
#ifndef LOCKSTEP_HIP_VECTORS_H
#define LOCKSTEP_HIP_VECTORS_H

template <class V> struct lockstep_vector;
#define LOCKSTEP_VECTOR(T, V, n) \
  template <> struct lockstep_vector<V> { \
    typedef T element; \
    typedef V own; \
    static constexpr int count = n; \
  };
#define LOCKSTEP_VECTORS(T, name) \
  LOCKSTEP_VECTOR(T, name##1, 1) LOCKSTEP_VECTOR(T, name##2, 2) LOCKSTEP_VECTOR(T, name##3, 3) \
  LOCKSTEP_VECTOR(T, name##4, 4)
LOCKSTEP_VECTORS(signed char, char) LOCKSTEP_VECTORS(unsigned char, uchar)
LOCKSTEP_VECTORS(short, short) LOCKSTEP_VECTORS(unsigned short, ushort)
LOCKSTEP_VECTORS(int, int) LOCKSTEP_VECTORS(unsigned, uint)
LOCKSTEP_VECTORS(long, long) LOCKSTEP_VECTORS(unsigned long, ulong)
LOCKSTEP_VECTORS(long long, longlong) LOCKSTEP_VECTORS(unsigned long long, ulonglong)
LOCKSTEP_VECTORS(float, float) LOCKSTEP_VECTORS(double, double)
#undef LOCKSTEP_VECTORS
#undef LOCKSTEP_VECTOR

template <class V> using lockstep_own = typename lockstep_vector<V>::own;
template <class V> using lockstep_element = typename lockstep_vector<V>::element;
template <class V> LOCKSTEP_BOTH lockstep_element<V>& lockstep_at(V& v, int i) {
  return ((lockstep_element<V>*)&v)[i];
}
template <class V> LOCKSTEP_BOTH V lockstep_same(lockstep_element<V> x) {
  V v;
  for (int i = 0; i < lockstep_vector<V>::count; i++) lockstep_at(v, i) = x;
  return v;
}

#define LOCKSTEP_OPERATOR(op) \
  template <class V> LOCKSTEP_BOTH lockstep_own<V>& operator op##=(V& a, const V& b) { \
    V c = b; \
    for (int i = 0; i < lockstep_vector<V>::count; i++) lockstep_at(a, i) op##= lockstep_at(c, i); \
    return a; \
  } \
  template <class V> LOCKSTEP_BOTH lockstep_own<V>& operator op##=(V& a, lockstep_element<V> b) { \
    return a op##= lockstep_same<V>(b); \
  } \
  template <class V> LOCKSTEP_BOTH lockstep_own<V> operator op(const V& a, const V& b) { \
    V c = a; \
    return c op##= b; \
  } \
  template <class V> \
  LOCKSTEP_BOTH lockstep_own<V> operator op(const V& a, lockstep_element<V> b) { \
    return a op lockstep_same<V>(b); \
  } \
  template <class V> \
  LOCKSTEP_BOTH lockstep_own<V> operator op(lockstep_element<V> a, const V& b) { \
    return lockstep_same<V>(a) op b; \
  }
LOCKSTEP_OPERATOR(+) LOCKSTEP_OPERATOR(-) LOCKSTEP_OPERATOR(*) LOCKSTEP_OPERATOR(/)
LOCKSTEP_OPERATOR(%) LOCKSTEP_OPERATOR(&) LOCKSTEP_OPERATOR(|) LOCKSTEP_OPERATOR(^)
#undef LOCKSTEP_OPERATOR
#define LOCKSTEP_SHIFT(op) \
  template <class V> LOCKSTEP_BOTH lockstep_own<V> operator op(const V& a, const V& b) { \
    V c = a, d = b; \
    for (int i = 0; i < lockstep_vector<V>::count; i++) lockstep_at(c, i) op##= lockstep_at(d, i); \
    return c; \
  } \
  template <class V> \
  LOCKSTEP_BOTH lockstep_own<V> operator op(const V& a, lockstep_element<V> b) { \
    return a op lockstep_same<V>(b); \
  }
LOCKSTEP_SHIFT(<<) LOCKSTEP_SHIFT(>>)
#undef LOCKSTEP_SHIFT
template <class V> LOCKSTEP_BOTH lockstep_own<V> operator-(const V& a) {
  return lockstep_same<V>(0) - a;
}
template <class V> LOCKSTEP_BOTH lockstep_own<V> operator~(const V& a) {
  return a ^ lockstep_same<V>(-1);
}
template <class V, class = lockstep_own<V>> LOCKSTEP_BOTH bool operator==(const V& a, const V& b) {
  V c = a, d = b;
  bool same = true;
  for (int i = 0; i < lockstep_vector<V>::count; i++) same &= lockstep_at(c, i) == lockstep_at(d, i);
  return same;
}
template <class V, class = lockstep_own<V>> LOCKSTEP_BOTH bool operator!=(const V& a, const V& b) {
  return !(a == b);
}
#endif
