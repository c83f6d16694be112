package io.lockstep.terascale.issue;

import java.util.List;

/**
 * Issue ports of a compute unit and what their cycles are spent on (table in the README).
 * Stateless.
 */
final class Causes {
  /** ALU slots are ports 0 and 1. */
  static final int ALU_SLOTS = 2;

  /** The fetch unit's port. */
  static final int FETCH_PORT = 2;

  /** The port of memory writes and atomics. */
  static final int STORE_PORT = 3;

  /** Number of ports. */
  static final int PORTS = 4;

  static final int ISSUED_ALU = 0;
  static final int ISSUED_FETCH = 1;
  static final int ISSUED_STORE = 2;
  static final int LDS_CONFLICT = 3;
  static final int MEMORY = 4;
  static final int CLAUSE_SWITCH = 5;
  static final int BARRIER = 6;
  static final int CREDIT = 7;
  static final int OTHER_PORT = 8;
  static final int NO_WAVEFRONT = 9;

  /** Names in the order of the numbers. */
  static final List<String> NAMES =
      List.of(
          "issued_alu",
          "issued_fetch",
          "issued_store",
          "lds_conflict",
          "memory",
          "clause_switch",
          "barrier",
          "credit",
          "other_port",
          "no_wavefront");

  private Causes() {}
}
