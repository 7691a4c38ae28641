/**
 * More answers worked by hand: those from outside senders that are easily misread. Same form as
 * worked-examples-271.ts.
 */
export const NASTY_271 = `
PAY-04 what was used of the plan's deductible is not used of the laboratory's own
> EB*1**30
> EB*C*IND*5***23*200
> EB*C*IND*30***24*800
> EB*A**30*****0
The 800 are of the plan; of the 200 for laboratory tests nobody said what was used: all is left. 200 + 800 × 0 %
= 200.00

PAY-04 what was used in a network that is not said is not used in this one
> EB*1**30
> EB*C*IND*30***23*1000*****Y
> EB*C*IND*30***23*3000*****N
> EB*C*IND*30***24*900
> EB*A**30*****0
The 900 may be of the 3,000 out of network: 1,000 are left.
= 1000.00

PAY-04 what was used out of network
> EB*1**30
> EB*C*IND*30***23*1000*****Y
> EB*C*IND*30***24*900*****N
> EB*A**30*****0
= 1000.00

PAY-04 what was used in one plan is not used in another
> EB*1**30**GOLD
> EB*1**30**SILVER
> EB*C*IND*30**GOLD*23*1000
> EB*C*IND*30**SILVER*24*1000
> EB*A**30*****0
= 1000.00

PAY-04 nothing is left, though little was used
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*200
> EB*C*IND*30***29*0
> EB*A**30*****0
Left is 0, or 1,500 − 200 = 1,300: the higher counts, of which the price takes 1,000.
= 1000.00

PAY-04 nothing is left, and all was used
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*1500
> EB*C*IND*30***29*0
> EB*A**30*****.2
0 + 1,000 × 20 %
= 200.00

PAY-04 the maximum is reached, though little was used
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***22*5000
> EB*G*IND*30***24*100
> EB*G*IND*30***29*0
> EB*A**30*****.2
The higher of 0 and 4,900 is left of the maximum: 250 + 750 × 20 %
= 400.00

PAY-04 what was used of the plan's maximum is not used of the laboratory's own
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*5***23*300
> EB*G*IND*30***24*300
> EB*A**30*****.2
250 + 750 × 20 % = 400, of which the maximum of 300 leaves 300
= 300.00

PAY-04 a negative amount is left
> EB*1**30
> EB*C*IND*30***29*-50
> EB*A**30*****0
No deductible is negative: it is not known. From 0 to 1,000.
= 0.00 to 1000.00

PAY-04 a negative amount was used
> EB*1**30
> EB*C*IND*30***23*500
> EB*C*IND*30***24*-100
> EB*A**30*****0
= 500.00

PAY-04 more was used than there is
> EB*1**30
> EB*C*IND*30***23*500
> EB*C*IND*30***24*900
> EB*A**30*****.2
= 200.00

PAY-04 the family used, the individual has the whole
> EB*1**30
> EB*C*IND*30***23*500
> EB*C*FAM*30***24*2000
> EB*A**30*****0
= 500.00

PAY-04 the family's deductible is met, the individual's is not
> EB*1**30
> EB*C*IND*30***29*500
> EB*C*FAM*30***29*0
> EB*A**30*****.2
= 200.00

PAY-04 less is left of the individual's than of the family's
> EB*1**30
> EB*C*IND*30***29*500
> EB*C*FAM*30***29*3000
> EB*A**30*****.2
500 + 500 × 20 %
= 600.00

PAY-01 two plans, each with a deductible: the higher
> EB*1**30**GOLD
> EB*C*IND*30**GOLD*29*100
> EB*C*IND*30**SILVER*29*700
> EB*A**30*****0
= 700.00

PAY-01 service types in one list
> EB*1**30^5^88
> EB*C*IND*30^5***29*300
> EB*C*IND*88***29*0
> EB*A**5^30*****.1
300 + 700 × 10 %
= 370.00

PAY-01 a list with the laboratory goes before the plan
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**5^66*****.4
> EB*A**30*****.1
250 + 750 × 40 %
= 550.00

PAY-01 a row of no service is the plan's
> EB*1**30
> EB*C*IND****29*0
> EB*C*IND*30***29*250
> EB*A**30*****.2
= 400.00

PAY-01 somebody else is to be asked about laboratory tests
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*U**5~LS*2120~NM1*VN*2*LABCARVE~LE*2120
Another one administers them: from 250 + 750 × 20 % to the list price.
= 400.00 to 1500.00

PAY-01 the payer cannot process laboratory tests
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*V**5
= 400.00 to 1500.00

PAY-01 what is said of laboratory tests is elsewhere
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*W**5
= 400.00 to 1500.00

PAY-01 a provider of another service is to be asked
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*U**35~LS*2120~NM1*VN*2*TOOTHCARE~LE*2120
Dental care: no matter of the laboratory's.
= 400.00

PAY-01 a copayment as a share
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*B**5*****.2
= none missing

PAY-01 a share as an amount
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**5****50
= none missing

PAY-01 a share of the whole
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****1
= 1000.00

PAY-01 a negative copayment
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*B**5***27*-40
= none missing

PAY-01 the maximum out of network is reached
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*0*****N
> EB*A**30*****.2
= 400.00

PAY-01 not covered out of network
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*I**5*********N
= 400.00

PAY-02 what was left last year, and what is left this year
> EB*1**30
> EB*C*IND*30***29*0~DTP*348*RD8*20250101-20251231
> EB*C*IND*30***29*600~DTP*348*RD8*20260101-20261231
> EB*A**30*****0
= 600.00

PAY-06 a limit of which most was used
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5***23*2000
> EB*F*IND*5***24*1800
2,000 − 1,800 = 200 are left of it, less than the price: what is owed beyond is not known.
= none missing

PAY-06 a limit of which little was used
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5***23*9000
> EB*F*IND*5***24*100
= 400.00

PAY-06 used of a limit that is not said
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5***24*1800
= none missing

PAY-06 a limit that is exceeded
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5***30
= 400.00 to 1500.00

PAY-06 no visit is left, by HSD
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5~HSD*VS*0***29
= 400.00 to 1500.00

PAY-06 no visit is left
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5***29***VS*0
= 400.00 to 1500.00

PAY-06 as many visits were used as there are
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5***23***VS*2
> EB*F*IND*5***24***VS*2
= 400.00 to 1500.00

PAY-06 one visit was used of three
> EB*1**30
> EB*C*IND*30***29*250
> EB*A**30*****.2
> EB*F*IND*5***23***VS*3
> EB*F*IND*5***24***VS*1
= 400.00

PAY-07 another payer first, in a loop of its own
> EB*1**30
> EB*R**30~DTP*290*D8*20260101~LS*2120~NM1*PRP*2*ACME HEALTH~LE*2120
> EB*C*IND*30***29*0
> EB*A**30*****0
= none other-payer ACME HEALTH
`
