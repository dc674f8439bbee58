-- Whoever was won or lost may be contacted again on a day. What goes when a lead is closed goes in server/leads/follow-up.ts.
DROP TRIGGER leads_close;
CREATE TRIGGER leads_close AFTER UPDATE OF estado, lost_reason ON leads
WHEN NEW.estado <> 'perdido' AND NEW.lost_reason IS NOT NULL BEGIN
  UPDATE leads SET lost_reason = NULL WHERE id = NEW.id;
END;
