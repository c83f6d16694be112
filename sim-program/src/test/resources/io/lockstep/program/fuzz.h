/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random calls for tests of an interface: numbers of enumerations and words of flags, mostly those that
 * structures.txt lists, and a note whether the present call has one that the table refuses. Such a call
 * must not succeed, and nothing may crash.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct listed {
  long long number;
  int accepted;
  const char *name;
  int tried, worked; /* calls with it, and those that succeeded */
};
#include "listed_numbers.h"

static uint64_t state;
static int refused; /* whether a value of the present call is one that the table refuses */

enum { MOST_PICKS = 256, MOST_MET = 4096, OFTEN = 40 };
static struct listed *picks[MOST_PICKS], *met[MOST_MET];
static int picked, met_count;

static void pick(struct listed *element) {
  if (element->tried++ == 0 && met_count < MOST_MET)
    met[met_count++] = element;
  if (picked < MOST_PICKS)
    picks[picked++] = element;
}

static uint64_t number(void) { /* xorshift64* */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}

static int chance(int of) {
  return number() % (uint64_t)of == 0;
}

/* A number of an enumeration: mostly a listed one, else any. */
static int any(struct listed *listed, size_t count) {
  long long value = listed[number() % count].number;
  if (chance(8))
    value = chance(2) ? (int)number() : (int)(number() % 64) - 8;
  int accepted = 0;
  for (size_t i = 0; i < count; i++) {
    if ((int)listed[i].number == (int)value) {
      accepted |= listed[i].accepted;
      pick(listed + i);
    }
  }
  refused |= !accepted;
  return (int)value;
}

/* A word of flags: some of the listed bits, seldom others. */
static unsigned bits(struct listed *listed, size_t count) {
  unsigned long long word = 0, accepted = 0;
  for (size_t i = 0; i < count; i++) {
    if (chance(3)) {
      word |= (unsigned long long)listed[i].number;
      pick(listed + i);
    }
    accepted |= listed[i].accepted ? (unsigned long long)listed[i].number : 0;
  }
  if (chance(8))
    word |= 1u << number() % 32;
  refused |= ((unsigned)word & ~accepted) != 0;
  return (unsigned)word;
}

#define ANY(name) any(listed_##name, sizeof listed_##name / sizeof *listed_##name)
#define BITS(name) bits(listed_##name, sizeof listed_##name / sizeof *listed_##name)

static unsigned must_be_zero(void) {
  unsigned value = chance(10) ? (unsigned)number() : 0;
  refused |= value != 0;
  return value;
}

static float some_float(void) {
  return chance(4) ? (float)(int64_t)number() : (float)(number() % 3);
}

/* Names what the table accepts and no call did; returns how many. */
static int never_accepted(void) {
  int never = 0;
  for (int i = 0; i < met_count; i++) {
    if (met[i]->accepted && met[i]->tried >= OFTEN && !met[i]->worked) {
      printf("%s is never accepted in %d calls\n", met[i]->name, met[i]->tried);
      never++;
    }
  }
  return never;
}

/*
 * Makes calls, each of one of the kinds; returns 1 if one succeeded that has a value to refuse, if
 * what the table accepts failed always, or if few calls succeeded or had a value to refuse. The words:
 * the number of calls and the seed.
 */
static int fuzz(int (*const *kinds)(void), size_t count, char **words) {
  int calls = words[0] ? atoi(words[0]) : 100000, wrong = 0, accepted = 0, kept = 0;
  state = (words[0] && words[1] ? strtoull(words[1], NULL, 10) : 1) * 2 + 1;
  for (int i = 0; i < calls; i++) {
    refused = picked = 0;
    uint64_t before = state;
    int kind = (int)(number() % count);
    int error = kinds[kind]();
    accepted += !error;
    for (int p = 0; p < picked; p++)
      picks[p]->worked += !error;
    kept += refused;
    if (refused && !error) {
      if (wrong < 40)
        printf("call %d of kind %d (state %llu) returns 0\n", i, kind, (unsigned long long)before);
      wrong++;
    }
  }
  printf("%d calls, %d accepted, %d with a value to refuse, %d wrong\n", calls, accepted, kept,
         wrong);
  return never_accepted() || wrong || accepted <= calls / 20 || kept <= calls / 20;
}

#endif
