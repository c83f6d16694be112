/** Which devices could run a kernel, and which of their channels its accesses reach. */
package io.lockstep.inspect.fit;
