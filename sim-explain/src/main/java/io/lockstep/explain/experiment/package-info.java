// SPDX-License-Identifier: Apache-2.0
/** Simulation of devices with modified figures, at several launch phases. */
package io.lockstep.explain.experiment;
