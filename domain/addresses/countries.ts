import type { Country } from '../lookups.ts'

/**
 * Where an address is. The specification's list (§3, Lookups) has three: USA, Canada, Other. Which other one it is, is said
 * beside: a parcel and a message need to know.
 */
export interface CountryOfAddress {
  country: Country
  /** ISO 3166-1, two letters, where `country` is Other; '' or left out where it is not, or nobody has said it. */
  otherCountry?: string | undefined
}

/** ISO 3166-1 without the USA and Canada: the code of two letters, followed by that of three. */
const CODES = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH
  BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT
  BWBWA BYBLR BZBLZ CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV
  CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH
  FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN
  GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR
  IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA
  KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR
  MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS
  MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL
  OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU
  ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN
  SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM
  TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
  VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`
const THREE_LETTERS: ReadonlyMap<string, string> = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
)
/** What XAD-6 (HL7 table 0399) and FHIR call the two that have a name of their own here. */
const NAMED = { USA: ['US', 'USA'], Canada: ['CA', 'CAN'] } as const

/** Two letters, of every country but the USA and Canada. */
export const OTHER_COUNTRY_CODES: readonly string[] = [...THREE_LETTERS.keys()]

export function isOtherCountry(code: string): boolean {
  return THREE_LETTERS.has(code)
}

/** The codes of ISO 3166-1; '' where it is not said which country it is. */
export function countryCodes({ country, otherCountry = '' }: CountryOfAddress): {
  two: string
  three: string
} {
  if (country !== 'Other') return { two: NAMED[country][0], three: NAMED[country][1] }
  const three = THREE_LETTERS.get(otherCountry)
  return three === undefined ? { two: '', three: '' } : { two: otherCountry, three }
}

let names: Intl.DisplayNames | null = null

/** 'Germany' for DE; what is no code comes back as it is. */
export function otherCountryName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return isOtherCountry(code) ? (names.of(code) ?? code) : code
}

/** 'USA', 'Canada', 'Germany'; 'Other' where it is not said which. */
export function countryName({ country, otherCountry = '' }: CountryOfAddress): string {
  return country === 'Other' && otherCountry !== '' ? otherCountryName(otherCountry) : country
}
