// SPDX-License-Identifier: Apache-2.0
/** Reads steps, arguments and expectations from YAML. */
package io.lockstep.workload.reader;
