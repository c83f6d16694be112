// SPDX-License-Identifier: Apache-2.0
/** The page that compares results of workloads on several devices. */
package io.lockstep.report.compare;
