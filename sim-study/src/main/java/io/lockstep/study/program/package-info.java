/** Executed programs, shared by all their points, and keys of requests. */
package io.lockstep.study.program;
