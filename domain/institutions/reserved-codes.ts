/** Words that stand in addresses of the API where others have an institution's code: no institution is called so. */
const RESERVED_CODES = ['v2', 'clientTestCodes', 'tempSamples', 'GetOrderHistoryFilter', 'GCAppointment']

/** Addresses are read in any case. */
export function isReservedCode(code: string): boolean {
  return RESERVED_CODES.some((reserved) => reserved.toLowerCase() === code.toLowerCase())
}
