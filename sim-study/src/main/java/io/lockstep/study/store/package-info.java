/** Where results are kept, by the key of what was asked for. */
package io.lockstep.study.store;
