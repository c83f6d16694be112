// SPDX-License-Identifier: Apache-2.0
/** The launches of a program, read for a launch slot or beside the simulation. */
package io.lockstep.run.launch;
