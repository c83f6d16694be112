/** Results of address computations as fields of documents. */
package io.lockstep.inspect.address;
