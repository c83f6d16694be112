// SPDX-License-Identifier: Apache-2.0
/** Points that arrive as lines of JSON, and their results as lines of JSON. */
package io.lockstep.study.stream;
