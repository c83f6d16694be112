/** What Evergreen and Cayman share: the device model and its schema. */
package io.lockstep.terascale;
