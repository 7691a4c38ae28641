interface Institution {
  code: string
  parentCode: string | null
}

/** Whether an institution, or its parent, is one of `vaHospitalCodes`. */
export function isVaHospital(at: Institution, vaHospitalCodes: readonly string[]): boolean {
  return [at.code, at.parentCode].some((code) => code !== null && vaHospitalCodes.includes(code))
}

/**
 * Whether a user works for a VA hospital (specification §4, "Selected institution"): any institution where
 * they have a role, the selected one, or the parent of any of these, is one of `vaHospitalCodes`, which is
 * configuration.
 */
export function isVa(
  user: { customerRoles: readonly { institution: Institution }[]; selected: Institution | null },
  vaHospitalCodes: readonly string[],
): boolean {
  return [...user.customerRoles.map((role) => role.institution), user.selected].some(
    (at) => at !== null && isVaHospital(at, vaHospitalCodes),
  )
}
