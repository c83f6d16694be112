/** Answers about address spaces as fields. */
package io.lockstep.inspect.address;
