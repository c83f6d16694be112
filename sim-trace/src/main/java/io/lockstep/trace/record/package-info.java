// SPDX-License-Identifier: Apache-2.0
/**
 * Records of a program's execution: host steps, work-groups, segments, runs of addresses, and their
 * sources.
 *
 * <p>A {@link io.lockstep.trace.record.ProgramSource} delivers a program's {@link
 * io.lockstep.trace.record.ProgramItem}s in order: {@link io.lockstep.trace.record.HostStep}s, a
 * {@link io.lockstep.trace.record.WorkGroupRecord} for each work-group of a launch, and a {@link
 * io.lockstep.trace.record.LaunchEnd}. A record consists of {@link
 * io.lockstep.trace.record.Segment}s, from barrier to barrier: the control path of every work-item
 * and the addresses of every memory operation, as formulas if possible. Records and steps are
 * immutable and shared by all devices of a comparison; a source and a reader belong to one thread
 * at a time.
 */
package io.lockstep.trace.record;
