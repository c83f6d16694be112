// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

/**
 * A process that uses the device.
 *
 * @param program path of its program
 * @param folder its working folder
 */
record LiveProcess(int pid, String program, String folder) {
  /** Returns the program's name without its folder, in characters of file names. */
  String name() {
    String name = program.substring(program.lastIndexOf('/') + 1).replaceAll("[^\\w.+-]", "_");
    return name.isEmpty() || name.startsWith(".") || name.startsWith("-") ? "program" : name;
  }
}
