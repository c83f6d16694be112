// SPDX-License-Identifier: Apache-2.0
/** The fields of a result, each declared once, and the JSON trees that they are read from. */
package io.lockstep.run.result;
