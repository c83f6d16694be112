/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the standard library as cuda::std: what is constexpr, from the machine's C++ library, and
 * mathematics; array, complex and swap are written here. */
#ifndef LOCKSTEP_STD_H
#define LOCKSTEP_STD_H
#include "lockstep_gpu.h"
#include <functional>
#include <initializer_list>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {
using namespace ::std;

/* Beside the machine's, of which not all is constexpr in C++17. */
template <class T> LOCKSTEP_BOTH constexpr void swap(T& v, T& w) {
  T x = move(v);
  v = move(w);
  w = move(x);
}

template <class T, size_t N> struct array {
  T lockstep_elements[N == 0 ? 1 : N];
  typedef T value_type;
  LOCKSTEP_BOTH_MEMBER constexpr T& operator[](size_t i) { return lockstep_elements[i]; }
  LOCKSTEP_BOTH_MEMBER constexpr const T& operator[](size_t i) const { return lockstep_elements[i]; }
  LOCKSTEP_BOTH_MEMBER constexpr T* data() { return lockstep_elements; }
  LOCKSTEP_BOTH_MEMBER constexpr const T* data() const { return lockstep_elements; }
  LOCKSTEP_BOTH_MEMBER constexpr T* begin() { return data(); }
  LOCKSTEP_BOTH_MEMBER constexpr const T* begin() const { return data(); }
  LOCKSTEP_BOTH_MEMBER constexpr T* end() { return data() + N; }
  LOCKSTEP_BOTH_MEMBER constexpr const T* end() const { return data() + N; }
  LOCKSTEP_BOTH_MEMBER constexpr T& front() { return *data(); }
  LOCKSTEP_BOTH_MEMBER constexpr const T& front() const { return *data(); }
  LOCKSTEP_BOTH_MEMBER constexpr T& back() { return data()[N - 1]; }
  LOCKSTEP_BOTH_MEMBER constexpr const T& back() const { return data()[N - 1]; }
  LOCKSTEP_BOTH_MEMBER static constexpr size_t size() { return N; }
  LOCKSTEP_BOTH_MEMBER static constexpr bool empty() { return N == 0; }
  LOCKSTEP_BOTH_MEMBER constexpr void fill(const T& v) {
    for (T& e : *this) e = v;
  }
};

template <class T> class complex {
  T x, y;

 public:
  typedef T value_type;
  LOCKSTEP_BOTH_MEMBER constexpr complex(T x = T(), T y = T()) : x(x), y(y) {}
  template <class U> LOCKSTEP_BOTH_MEMBER constexpr complex(const complex<U>& v)
      : x((T)v.real()), y((T)v.imag()) {}
  LOCKSTEP_BOTH_MEMBER constexpr T real() const { return x; }
  LOCKSTEP_BOTH_MEMBER constexpr T imag() const { return y; }
  LOCKSTEP_BOTH_MEMBER constexpr void real(T v) { x = v; }
  LOCKSTEP_BOTH_MEMBER constexpr void imag(T v) { y = v; }
  LOCKSTEP_BOTH_MEMBER constexpr complex& operator+=(const complex& v) { return *this = *this + v; }
  LOCKSTEP_BOTH_MEMBER constexpr complex& operator-=(const complex& v) { return *this = *this - v; }
  LOCKSTEP_BOTH_MEMBER constexpr complex& operator*=(const complex& v) { return *this = *this * v; }
  LOCKSTEP_BOTH_MEMBER constexpr complex& operator/=(const complex& v) { return *this = *this / v; }
  friend LOCKSTEP_BOTH_MEMBER constexpr complex operator+(const complex& v) { return v; }
  friend LOCKSTEP_BOTH_MEMBER constexpr complex operator-(const complex& v) {
    return complex(-v.x, -v.y);
  }
  friend LOCKSTEP_BOTH_MEMBER constexpr complex operator+(const complex& v, const complex& w) {
    return complex(v.x + w.x, v.y + w.y);
  }
  friend LOCKSTEP_BOTH_MEMBER constexpr complex operator-(const complex& v, const complex& w) {
    return complex(v.x - w.x, v.y - w.y);
  }
  friend LOCKSTEP_BOTH_MEMBER constexpr complex operator*(const complex& v, const complex& w) {
    return complex(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
  }
  friend LOCKSTEP_BOTH_MEMBER constexpr complex operator/(const complex& v, const complex& w) {
    T d = w.x * w.x + w.y * w.y;
    return complex((v.x * w.x + v.y * w.y) / d, (v.y * w.x - v.x * w.y) / d);
  }
  friend LOCKSTEP_BOTH_MEMBER constexpr bool operator==(const complex& v, const complex& w) {
    return v.x == w.x && v.y == w.y;
  }
  friend LOCKSTEP_BOTH_MEMBER constexpr bool operator!=(const complex& v, const complex& w) {
    return !(v == w);
  }
  friend LOCKSTEP_BOTH_MEMBER constexpr T real(const complex& v) { return v.x; }
  friend LOCKSTEP_BOTH_MEMBER constexpr T imag(const complex& v) { return v.y; }
  friend LOCKSTEP_BOTH_MEMBER constexpr T norm(const complex& v) { return v.x * v.x + v.y * v.y; }
  friend LOCKSTEP_BOTH_MEMBER constexpr complex conj(const complex& v) { return complex(v.x, -v.y); }
  friend LOCKSTEP_BOTH_MEMBER T abs(const complex& v) { return ::std::hypot(v.x, v.y); }
  friend LOCKSTEP_BOTH_MEMBER T arg(const complex& v) { return ::std::atan2(v.y, v.x); }
  friend LOCKSTEP_BOTH_MEMBER complex exp(const complex& v) { return polar(::std::exp(v.x), v.y); }
  friend LOCKSTEP_BOTH_MEMBER complex polar(const T& r, const T& angle) {
    return complex(r * ::std::cos(angle), r * ::std::sin(angle));
  }
};
}  // namespace std
}  // namespace cuda
#endif
