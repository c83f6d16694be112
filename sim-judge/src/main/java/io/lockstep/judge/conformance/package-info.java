/** Does a model show what its specification and its published figures say: generated kernels. */
package io.lockstep.judge.conformance;
