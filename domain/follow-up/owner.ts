interface ResponsiblePeople {
  /** The ordering provider, if a user. */
  providerId: number | null
  submittedBy: number | null
  /** Who took over the order from a colleague; otherwise who started it. */
  responsibleId: number | null
}

/**
 * Who sees a report through: the ordering provider if they can see the institution's orders, else the submitter,
 * else who took over the order; null: nobody. `readers`: the users who can see them today.
 */
export function ownerOf(
  { providerId, submittedBy, responsibleId }: ResponsiblePeople,
  readers: ReadonlySet<number>,
): number | null {
  return [providerId, submittedBy, responsibleId].find((id) => id !== null && readers.has(id)) ?? null
}
