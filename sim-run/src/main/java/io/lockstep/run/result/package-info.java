// SPDX-License-Identifier: Apache-2.0
/** The fields of a result, each declared once. */
package io.lockstep.run.result;
