// SPDX-License-Identifier: Apache-2.0
/** Errors of the shipped devices against published measurements. */
package io.lockstep.report.grade;
