/** The version in the account menu (specification §2), in the API, and recorded in a database when it is begun. */
export const VERSION = '10.5.0'
