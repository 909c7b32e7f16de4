/** Why a product that is on sale in the file is imported off sale. */
export type OffSaleReason = "gift_card";

export interface OffSale {
  line: number;
  reference: string;
  name: string;
  reason: OffSaleReason;
}

const texts: Record<OffSaleReason, string> = {
  gift_card: "a gift card, which can't be redeemed here",
};

export function offSaleText(reason: OffSaleReason): string {
  return texts[reason];
}
