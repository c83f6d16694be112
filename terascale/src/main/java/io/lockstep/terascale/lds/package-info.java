/** The local data share: bank conflicts. */
package io.lockstep.terascale.lds;
