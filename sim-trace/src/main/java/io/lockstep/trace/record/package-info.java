/**
 * What a program did: host steps, work-groups, segments, runs of addresses, and who hands them out.
 */
package io.lockstep.trace.record;
